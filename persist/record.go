package persist

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"interleave/engine/timeline"
)

const (
	perBlock = 8         // records in one block: what one damaged byte may cost, and 5 bytes more for each record
	minBody  = 1 << 10   // bytes from which on a text of a line is stored once, beside the records
	maxBody  = 256 << 20 // bytes of one body as a line quotes it: 64 MiB of which each may be escaped
)

// sum names a body: the SHA-256 of its bytes.
type sum [sha256.Size]byte

// bodies are the long texts of some records by their sums.
type bodies map[sum]string

// block is up to perBlock records as they are stored: their chain, then what the chain is made of: the number of the
// first, how many they are, and the records.
type block struct {
	first, count int
	hash         chain
	hashed       []byte // all behind the hash
	records      decoder
}

// appendBlock adds some records, at least one, as a frame. Their long texts go to found, where they are not known yet.
func appendBlock(to []byte, rs []timeline.Record, before chain, stamp uint64, found func(sum, string)) ([]byte, chain) {
	body := make([]byte, len(before), 128*len(rs))
	body = binary.AppendUvarint(body, uint64(rs[0].Number))
	body = binary.AppendUvarint(body, uint64(len(rs)))
	for _, r := range rs {
		body = appendRecord(body, r, found)
	}
	hash := before.next(body[len(before):])
	copy(body, hash[:])
	return appendFrame(to, frame{kind: blockKind, stamp: stamp, body: body}), hash
}

func decodeBlock(body []byte) (block, error) {
	var b block
	if len(body) < len(b.hash) {
		return b, errUnreadable
	}
	b.hashed = body[copy(b.hash[:], body):]
	d := decoder{rest: b.hashed}
	b.first, b.count = d.count(), d.count()
	if b.records = d; d.short || b.first == 0 || b.count == 0 || b.count > len(d.rest) {
		return b, errUnreadable
	}
	return b, nil
}

// decode appends the block's records.
func (b block) decode(to []timeline.Record, from bodies, said map[string]string) ([]timeline.Record, error) {
	d := b.records
	for n := b.first; n < b.first+b.count; n++ {
		r, err := decodeRecord(&d, n, from, said)
		if err != nil {
			return to, err
		}
		to = append(to, r)
	}
	if len(d.rest) > 0 {
		return to, errUnreadable
	}
	return to, nil
}

// appendRecord adds a record without its number. Parent and action are mostly near it, so that one byte each says them.
func appendRecord(to []byte, r timeline.Record, found func(sum, string)) []byte {
	to = binary.AppendVarint(to, int64(r.Number-1-r.Parent))
	to = binary.AppendVarint(to, int64(r.Number-r.Action))
	to = binary.LittleEndian.AppendUint64(to, r.Digest)
	to = appendText(to, r.Said)
	text, cuts := cutBodies(r.Line)
	to = binary.AppendUvarint(to, uint64(len(cuts)))
	to = appendText(to, text)
	for _, c := range cuts {
		key := sum(sha256.Sum256([]byte(c.body)))
		found(key, c.body)
		to = binary.AppendUvarint(to, uint64(c.at))
		to = append(to, key[:]...)
	}
	return to
}

// decodeRecord takes a record off d; said holds the answers met so far, of which there are few.
func decodeRecord(d *decoder, number int, from bodies, said map[string]string) (timeline.Record, error) {
	r := timeline.Record{Number: number, Parent: number - 1 - d.number(), Action: number - d.number(),
		Digest: d.digest()}
	answer := d.bytes(d.count())
	if known, ok := said[string(answer)]; ok {
		r.Said = known
	} else {
		r.Said = string(answer)
		said[r.Said] = r.Said
	}
	cuts := d.count()
	r.Line = d.text()
	if cuts > 0 && !d.short {
		line, ok := putBodies(r.Line, cuts, d, from)
		if !ok {
			return r, errUnreadable
		}
		r.Line = line
	}
	if d.short {
		return r, errUnreadable
	}
	return r, nil
}

// cut is a body taken out of a line, and where in what is left it stood.
type cut struct {
	at   int
	body string
}

// cutBodies takes the long quoted texts out of a line, quotes left in.
func cutBodies(line string) (text string, cuts []cut) {
	if len(line) < minBody {
		return line, nil
	}
	var rest strings.Builder
	done := 0
	for at := 0; at < len(line); at++ {
		if line[at] != '"' {
			continue
		}
		start := at + 1
		for at = start; at < len(line) && line[at] != '"'; at++ {
			if line[at] == '\\' {
				at++
			}
		}
		if at < len(line) && at-start >= minBody && at-start <= maxBody {
			rest.WriteString(line[done:start])
			cuts = append(cuts, cut{at: rest.Len(), body: line[start:at]})
			done = at
		}
	}
	rest.WriteString(line[done:])
	return rest.String(), cuts
}

// putBodies is the line that cutBodies cut; the cuts stand next in d.
func putBodies(text string, cuts int, d *decoder, from bodies) (line string, ok bool) {
	var whole strings.Builder
	done := 0
	for range cuts {
		at := d.count()
		body, known := from[sum(d.bytes(sha256.Size))]
		if d.short || !known || at < done || at > len(text) {
			return "", false
		}
		whole.WriteString(text[done:at])
		whole.WriteString(body)
		done = at
	}
	whole.WriteString(text[done:])
	return whole.String(), true
}

func encodeBody(body string, stamp uint64) []byte {
	return appendFrame(nil, frame{kind: bodyKind, stamp: stamp, body: []byte(body)})
}
