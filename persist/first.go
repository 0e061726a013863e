package persist

import (
	"encoding/binary"

	"interleave/engine/timeline"
)

// Format 1 had a frame and a link of the chain for each record, and nothing that said how many there had to be. It is
// only read.

// linked is a record with the hash it claims.
type linked struct {
	record timeline.Record
	hash   chain
	bytes  []byte // of the record, as hashed
}

func decodeLinked(body []byte) (linked, error) {
	var l linked
	if len(body) < len(l.hash) {
		return l, errUnreadable
	}
	l.bytes = body[copy(l.hash[:], body):]
	d := decoder{rest: l.bytes}
	l.record = timeline.Record{Number: d.number(), Parent: d.number(), Action: d.number(), Digest: d.digest(),
		Line: d.text(), Said: d.text()}
	if d.short || len(d.rest) != 0 {
		return l, errUnreadable
	}
	return l, nil
}

// addLinked reads one value of the log of format 1, up to 64 records.
func (c *contents) addLinked(e entry) error {
	if len(e.key) != 8 || binary.BigEndian.Uint64(e.key) != uint64(len(c.Records)+1) {
		return errChain
	}
	for rest := e.value; len(rest) > 0; {
		f, after, err := nextFrame(rest)
		if err != nil {
			return err
		}
		l, err := decodeLinked(f.body)
		if err != nil || f.kind != recordKind {
			return errUnreadable
		}
		if !c.followLinked(l) {
			return errChain
		}
		c.stamp = max(c.stamp, f.stamp)
		rest = after
	}
	return nil
}

func (c *contents) followLinked(l linked) bool {
	if l.record.Number != len(c.Records)+1 || c.end.next(l.bytes) != l.hash {
		return false
	}
	c.Records, c.end = append(c.Records, l.record), l.hash
	return true
}
