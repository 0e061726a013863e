package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is a family of tokens that look alike on the wire: ETags, lease ids, snapshot ids.
type Kind uint8

// The kinds of tokens. What can come back after it was gone (an ETag made of content, a version number) is no token.
const (
	ETag Kind = iota + 1
	LeaseID
	PopReceipt
	MessageID
	CopyID
	UploadID
	VersionID
	HandleID
	TimeTag // an ETag that tells a moment: N is its Tick, counted from 1
)

// Token is an opaque id: minted by the service, or given as text by a client. It is one to one with its text, compared
// for equality and never parsed by a service.
type Token struct {
	Kind Kind
	N    uint64 // minted: record number and count within it; 0 where a client gave text
	Name string // the text a client gave; empty where minted
}

// TokenOf is the token a client means by a text: the minted one that has this text, else one with the text itself.
// ETags may come in quotes; GUIDs in any of their spellings.
func TokenOf(k Kind, text string) Token {
	text = canonical(k, text)
	if n, ok := unmint(k, text); ok {
		return Token{Kind: k, N: n}
	}
	return Token{Kind: k, Name: text}
}

// TagAt is the weak ETag of what was written at a tick, from the session's zero on.
func TagAt(t Tick) Token { return Token{Kind: TimeTag, N: uint64(t) + 1} }

// IsZero says whether there is no token.
func (t Token) IsZero() bool { return t.N == 0 && t.Name == "" }

// Record is the record in which a minted token came up.
func (t Token) Record() int { return int(t.N >> 16) }

// String is the token's text on the wire, without quotes.
func (t Token) String() string {
	if t.N == 0 {
		return t.Name
	}
	return mint(t.Kind, t.N)
}

// Short is the tag people compare by eye: two points and the last four characters. Of a moment it is what differs from
// one to the next: its seconds, and behind a plus sign how many ticks it was put behind the clock.
func (t Token) Short() string {
	text := t.String()
	if t.Kind == TimeTag && t.N != 0 {
		return ".." + Tick(t.N-1).short()
	}
	if len(text) <= 4 {
		return text
	}
	return ".." + text[len(text)-4:]
}

// ShortTag is a tag that is given as text, as people compare it with those that are minted.
func ShortTag(text string) string {
	if strings.HasPrefix(text, timeTagOpens) {
		return TokenOf(TimeTag, text).Short()
	}
	return Token{Name: text}.Short()
}

const mask48 = 1<<48 - 1

// scatter spreads neighbours over 48 bits, so that two tags in a row do not look alike. Each step can be taken back.
func scatter(n uint64) uint64 {
	n &= mask48
	n = (n ^ n>>24) * 0x9E3779B97F4B & mask48
	n = (n ^ n>>25) * 0xC2B2AE3D27D5 & mask48
	return n ^ n>>24
}

// gather takes scatter back.
func gather(n uint64) uint64 {
	n ^= n >> 24
	n = n * inverse48(0xC2B2AE3D27D5) & mask48
	n ^= n >> 25
	n = n * inverse48(0x9E3779B97F4B) & mask48
	return (n ^ n>>24) & mask48
}

// inverse48 is the number that times odd gives 1 in 48 bits, by Newton's doubling of correct bits.
func inverse48(odd uint64) uint64 {
	x := odd
	for range 6 {
		x *= 2 - odd*x
	}
	return x & mask48
}

func mint(k Kind, n uint64) string {
	if k == TimeTag {
		return timeTagOpens + strings.ReplaceAll(Tick(n-1).String(), ":", "%3A") + timeTagCloses
	}
	var room [guidLength]byte
	return string(appendMinted(room[:0], k, n))
}

// minted says whether a text is that of the token with a number.
func minted(k Kind, n uint64, text string) bool {
	if k == TimeTag {
		return mint(k, n) == text
	}
	var room [guidLength]byte
	return string(appendMinted(room[:0], k, n)) == text
}

// appendMinted puts the text of a token behind others; a TimeTag has none here. Each request that names a tag asks for
// some.
func appendMinted(text []byte, k Kind, n uint64) []byte {
	s := scatter(n)
	switch k {
	case ETag:
		return appendHex(append(text, etagOpens...), s, 12, upperHex)
	case LeaseID, CopyID, MessageID:
		text = append(appendHex(text, s>>16, 8, lowerHex), '-')
		text = append(appendHex(text, s&0xFFFF, 4, lowerHex), '-', '4')
		text = append(appendHex(text, s>>7&0xFFF, 3, lowerHex), '-', 'a')
		text = append(appendHex(text, s>>21&0xFFF, 3, lowerHex), '-')
		return appendHex(text, scatter(s), 12, lowerHex)
	}
	return appendHex(append(strconv.AppendUint(text, uint64(k), 16), '-'), s, 12, lowerHex)
}

const (
	etagOpens = "0x8DE"
	upperHex  = "0123456789ABCDEF"
	lowerHex  = "0123456789abcdef"
)

// appendHex puts the last so many digits of a number behind a text.
func appendHex(text []byte, n uint64, count int, digits string) []byte {
	for i := 4 * (count - 1); i >= 0; i -= 4 {
		text = append(text, digits[n>>i&0xF])
	}
	return text
}

// What stands around the moment of a time tag.
const (
	timeTagOpens  = `W/"datetime'`
	timeTagCloses = `'"`
)

// unmint is the number behind a minted text, if it is one.
func unmint(k Kind, text string) (uint64, bool) {
	hex := ""
	switch {
	case k == TimeTag:
		inner, _ := strings.CutPrefix(text, timeTagOpens)
		at, ok := ParseTick(strings.ReplaceAll(strings.TrimSuffix(inner, timeTagCloses), "%3A", ":"))
		n := uint64(at) + 1
		return n, ok && at >= 0 && minted(k, n, text)
	case k == ETag && strings.HasPrefix(text, etagOpens):
		hex = text[len(etagOpens):]
	case (k == LeaseID || k == CopyID || k == MessageID) && len(text) == 36:
		hex = text[:8] + text[9:13]
	default:
		_, hex, _ = strings.Cut(text, "-")
	}
	if len(hex) != 12 {
		return 0, false
	}
	s, err := strconv.ParseUint(hex, 16, 64)
	if err != nil {
		return 0, false
	}
	n := gather(s)
	return n, n != 0 && minted(k, n, text)
}

// canonical is a client's text in the one spelling that is compared.
func canonical(k Kind, text string) string {
	switch k {
	case ETag:
		return strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`)
	case TimeTag:
		if strings.HasPrefix(text, "w/") {
			text = "W" + text[1:]
		}
		return strings.NewReplacer(":", "%3A", "%3a", "%3A").Replace(text)
	case LeaseID, CopyID:
		if g, ok := GUID(text); ok {
			return g
		}
	}
	return text
}

// GUID is the dashed lower-case form of a GUID in any spelling that the services take (32 digits, dashed, in braces, in
// parentheses), or of a scenario's guid:NAME, which stands for an invented one. ok is false where it is none.
//
// Source: Azure REST, "Lease Blob", Proposed Lease ID.
func GUID(text string) (guid string, ok bool) {
	if name, isName := strings.CutPrefix(text, "guid:"); isName && name != "" {
		n := uint64(fnvStart)
		for _, c := range []byte(name) {
			n = (n ^ uint64(c)) * fnvPrime
		}
		s := scatter(n ^ n>>32)
		return fmt.Sprintf("%08x-%04x-4%03x-b%03x-%012x", s>>16, s&0xFFFF, s>>5&0xFFF, s>>19&0xFFF, scatter(s)), true
	}
	t := strings.ToLower(text)
	for _, around := range []string{"{}", "()"} {
		if len(t) == 38 && t[0] == around[0] && t[37] == around[1] {
			t = t[1:37]
		}
	}
	if len(t) == 36 && t[8] == '-' && t[13] == '-' && t[18] == '-' && t[23] == '-' {
		t = t[:8] + t[9:13] + t[14:18] + t[19:23] + t[24:]
	}
	if len(t) != 32 || strings.Trim(t, "0123456789abcdef") != "" {
		return "", false
	}
	return t[:8] + "-" + t[8:12] + "-" + t[12:16] + "-" + t[16:20] + "-" + t[20:], true
}

// The start and the factor of FNV-1a in 64 bits.
const (
	fnvStart = 14695981039346656037
	fnvPrime = 1099511628211
)
