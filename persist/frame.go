package persist

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// format is the version stamp of the files this program writes, and the newest it reads. Files of format 1 are read and
// written anew when they are opened.
const format = 2

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
	blockKind  = 'B' // some records
	bodyKind   = 'D' // a long text of records
	noteKind   = 'N' // length of the key, key, value
	sealKind   = 'C' // what the file has to hold
	stampKind  = 'S' // format, then what a later format may add; this much never changes
	recordKind = 'R' // of format 1: chain, then the record
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

// onlyFrame reads a value that is one frame of a kind and nothing else.
func onlyFrame(value []byte, kind byte) (frame, error) {
	f, rest, err := nextFrame(value)
	if err == nil && (f.kind != kind || len(rest) > 0) {
		err = errUnreadable
	}
	return f, err
}

// chain is the hash of some records and of all before them; the zero chain comes before the first.
type chain [16]byte

func (c chain) next(records []byte) chain {
	hash := sha256.New()
	hash.Write(c[:])
	hash.Write(records)
	return chain(hash.Sum(nil)[:len(c)])
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

func (d *decoder) count() int {
	n, size := binary.Uvarint(d.rest)
	d.drop(size)
	if n > 1<<62 {
		d.drop(0)
		return 0
	}
	return int(n)
}

// bytes are the next size bytes, which are not copied.
func (d *decoder) bytes(size int) []byte {
	if size > len(d.rest) {
		d.drop(0)
		return make([]byte, min(size, sha256.Size)) // what has a fixed length is at least there
	}
	taken := d.rest[:size]
	d.rest = d.rest[size:]
	return taken
}

func (d *decoder) digest() uint64 { return binary.LittleEndian.Uint64(d.bytes(8)) }

func (d *decoder) text() string {
	size := d.count()
	if size > len(d.rest) {
		d.drop(0)
		return ""
	}
	return string(d.bytes(size))
}

func (d *decoder) drop(size int) {
	if size <= 0 {
		d.short, d.rest = true, nil
		return
	}
	d.rest = d.rest[size:]
}
