package blob

import (
	"encoding/base64"
	"fmt"
	"testing"

	"interleave/engine"
)

// rules.md, "Limits and input rules", blocks of one blob: 100,000 staged ones, 50,000 appended ones. The blobs are made
// up: nobody would send that many requests.
func TestLimitsOfBlocks(t *testing.T) {
	o := &Object{content: content{kind: blockBlob}}
	for i := range stagedMost - 1 {
		o.staged = append(o.staged, block{id: base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%06d", i))})
	}
	f := &found{old: o}
	one, another := base64.StdEncoding.EncodeToString([]byte("999998")), base64.StdEncoding.EncodeToString(
		[]byte("999999"))
	if c := f.roomFor(one); c != nil {
		t.Errorf("block %d is refused: %+v", stagedMost, c)
	}
	o.staged = append(o.staged, block{id: one})
	if c := f.roomFor(another); c == nil || c.Rule.Fault.Status != 409 ||
		c.Rule.Fault.Code != "BlockCountExceedsLimit" {
		t.Errorf("block %d: %+v", stagedMost+1, c)
	}
	if c := f.roomFor(one); c != nil {
		t.Errorf("the same block again is refused: %+v", c)
	}

	p := AppendBlock{Body: []byte("1")}
	log := &Object{content: content{kind: appendBlob, appended: appendedMost - 1}}
	if c := p.fits(log, p.Body); c != nil {
		t.Errorf("block %d is refused: %+v", appendedMost, c)
	}
	log.appended++
	if c := p.fits(log, p.Body); c == nil || c.Rule.Fault.Status != 409 ||
		c.Rule.Fault.Code != "BlockCountExceedsLimit" {
		t.Errorf("block %d: %+v", appendedMost+1, c)
	}
	log.appended, log.body = 1, make([]byte, engine.MaxObject)
	if c := p.fits(log, p.Body); c == nil || c.Rule.Fault.Status != 413 {
		t.Errorf("byte %d: %+v", engine.MaxObject+1, c)
	}
}
