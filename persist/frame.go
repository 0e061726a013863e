package persist

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"interleave/engine/timeline"
)

// format is the version stamp of the files this program writes, and the newest it reads.
const format = 1

// Everything stored is a frame, which can be found and judged without the tree around it:
//
//	4 bytes  magic: no UTF-8 text holds its first byte; the last says what it is
//	4 bytes  length of the body
//	8 bytes  stamp: later commits have greater ones, so of two versions the later is known
//	...      body
//	4 bytes  CRC32C of all before
const (
	frameHead = 16
	frameTail = 4
)

const (
	recordKind = 'R' // body: chain, then the record
	noteKind   = 'N' // body: length of the key, key, value
	stampKind  = 'S' // body: format, then what a later format may add; this much never changes
)

var (
	frameMagic = []byte{0xF5, 'i', 'l'}
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

var (
	errNoFrame    = errors.New("no record where one should begin")
	errCutFrame   = errors.New("a record is cut short")
	errChecksum   = errors.New("a checksum does not fit")
	errChain      = errors.New("the chain of records is broken")
	errUnreadable = errors.New("a record cannot be read")
)

// frame is one stored thing, its checksum verified.
type frame struct {
	kind  byte
	stamp uint64
	body  []byte
}

func appendFrame(to []byte, f frame) []byte {
	start := len(to)
	to = append(to, frameMagic...)
	to = append(to, f.kind)
	to = binary.LittleEndian.AppendUint32(to, uint32(len(f.body)))
	to = binary.LittleEndian.AppendUint64(to, f.stamp)
	to = append(to, f.body...)
	return binary.LittleEndian.AppendUint32(to, crc32.Checksum(to[start:], castagnoli))
}

// nextFrame reads the frame that data begins with; rest is what follows it.
func nextFrame(data []byte) (f frame, rest []byte, err error) {
	if len(data) < frameHead || !bytes.HasPrefix(data, frameMagic) {
		return frame{}, nil, errNoFrame
	}
	length := uint64(binary.LittleEndian.Uint32(data[4:]))
	if length > uint64(len(data)) || frameHead+length+frameTail > uint64(len(data)) {
		return frame{}, nil, errCutFrame
	}
	end := frameHead + int(length)
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return frame{}, nil, errChecksum
	}
	f = frame{kind: data[3], stamp: binary.LittleEndian.Uint64(data[8:]), body: data[frameHead:end]}
	return f, data[end+frameTail:], nil
}

// chain is the hash of a record and of all records before it; the zero chain comes before the first.
type chain [16]byte

func (c chain) next(record []byte) chain {
	hash := sha256.New()
	hash.Write(c[:])
	hash.Write(record)
	return chain(hash.Sum(nil)[:len(c)])
}

func encodeRecord(r timeline.Record) []byte {
	to := make([]byte, 0, 40+len(r.Line)+len(r.Said))
	to = binary.AppendVarint(to, int64(r.Number))
	to = binary.AppendVarint(to, int64(r.Parent))
	to = binary.AppendVarint(to, int64(r.Action))
	to = binary.LittleEndian.AppendUint64(to, r.Digest)
	to = appendText(to, r.Line)
	return appendText(to, r.Said)
}

func decodeRecord(data []byte) (timeline.Record, error) {
	d := decoder{rest: data}
	r := timeline.Record{Number: d.number(), Parent: d.number(), Action: d.number(), Digest: d.digest(), Line: d.text(),
		Said: d.text()}
	if d.short || len(d.rest) != 0 {
		return timeline.Record{}, errUnreadable
	}
	return r, nil
}

// linked is a record with the hash it claims.
type linked struct {
	record timeline.Record
	hash   chain
	bytes  []byte // of the record, as hashed
}

func appendRecord(to []byte, r timeline.Record, before chain, stamp uint64) ([]byte, chain) {
	encoded := encodeRecord(r)
	hash := before.next(encoded)
	return appendFrame(to, frame{kind: recordKind, stamp: stamp, body: append(hash[:], encoded...)}), hash
}

func decodeLinked(body []byte) (linked, error) {
	var l linked
	if len(body) < len(l.hash) {
		return l, errUnreadable
	}
	l.bytes = body[copy(l.hash[:], body):]
	var err error
	l.record, err = decodeRecord(l.bytes)
	return l, err
}

func encodeNote(key, value string, stamp uint64) []byte {
	return appendFrame(nil, frame{kind: noteKind, stamp: stamp, body: append(appendText(nil, key), value...)})
}

func decodeNote(body []byte) (key, value string, err error) {
	d := decoder{rest: body}
	key = d.text()
	if d.short {
		return "", "", errUnreadable
	}
	return key, string(d.rest), nil
}

func encodeStamp(version uint32) []byte {
	return appendFrame(nil, frame{kind: stampKind, body: binary.LittleEndian.AppendUint32(nil, version)})
}

func decodeStamp(body []byte) (version uint32, err error) {
	if len(body) < 4 {
		return 0, errUnreadable
	}
	return binary.LittleEndian.Uint32(body), nil
}

func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// decoder takes fields off the front of rest; short is set when one was not there.
type decoder struct {
	rest  []byte
	short bool
}

func (d *decoder) number() int {
	n, size := binary.Varint(d.rest)
	d.drop(size)
	return int(n)
}

func (d *decoder) digest() uint64 {
	if len(d.rest) < 8 {
		d.drop(0)
		return 0
	}
	n := binary.LittleEndian.Uint64(d.rest)
	d.drop(8)
	return n
}

func (d *decoder) text() string {
	length, size := binary.Uvarint(d.rest)
	d.drop(size)
	if length > uint64(len(d.rest)) {
		d.drop(0)
		return ""
	}
	text := string(d.rest[:length])
	d.rest = d.rest[length:]
	return text
}

func (d *decoder) drop(size int) {
	if size <= 0 {
		d.short, d.rest = true, nil
		return
	}
	d.rest = d.rest[size:]
}
