package table

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
)

// edm is a type of a property; the zero edm is no value at all.
type edm uint8

const (
	nothing edm = iota
	isString
	isBinary
	isBoolean
	isDateTime
	isDouble
	isGUID
	isInt32
	isInt64
)

// value is a typed value. Values are equal where all of their fields are.
type value struct {
	kind   edm
	text   string // of a string, of a GUID its canonical form, of a binary its bytes
	number int64  // of the integers, of a boolean 1 or 0, of a moment its tick
	real   float64
}

// verdict is what became of a literal.
type verdict uint8

const (
	fits    verdict = iota
	isNull          // null: as if it had not been sent
	misfit          // it does not fit the type that it names
	unknown         // no type has such values
)

// valueOf is what an argument stands for: text by its literal, what answers said by its own kind. There are no lists.
func valueOf(v engine.Value) (value, verdict) {
	if _, ok := v.List(); ok {
		return value{}, unknown
	}
	if t, ok := v.Token(); ok {
		return value{kind: isString, text: t.String()}, fits
	}
	if at, ok := v.Instant(); ok {
		if at.Tick()/engine.Instant(1).Tick() != engine.Tick(at) {
			return value{}, misfit
		}
		if _, ok := engine.ParseTick(at.Tick().String()); !ok {
			return value{}, misfit
		}
		return value{kind: isDateTime, number: int64(at.Tick())}, fits
	}
	if n, ok := v.Int(); ok && v.Equal(engine.Number(n)) {
		return integer(n), fits
	}
	return parseLiteral(v.String())
}

func integer(n int64) value {
	if n < math.MinInt32 || n > math.MaxInt32 {
		return value{kind: isInt64, number: n}
	}
	return value{kind: isInt32, number: n}
}

// parseLiteral reads a literal of $filter: 5, 5L, 5.0, true, 'text', datetime'..', guid'..', X'..', null. What begins
// like none of them is a string as it stands.
//
// Source: rules.md, "Reading, queries, isolation", S8; "Types, limits, validation", types and ranges.
func parseLiteral(text string) (value, verdict) {
	switch text {
	case "null":
		return value{}, isNull
	case "true":
		return value{kind: isBoolean, number: 1}, fits
	case "false":
		return value{kind: isBoolean}, fits
	case "NaN":
		return value{kind: isDouble, text: "NaN"}, fits
	case "INF":
		return value{kind: isDouble, real: math.Inf(1)}, fits
	case "-INF":
		return value{kind: isDouble, real: math.Inf(-1)}, fits
	}
	if at := strings.IndexByte(text, '\''); at >= 0 {
		switch before := text[:at]; before {
		case "", "datetime", "guid", "X", "binary":
			return parseQuoted(before, text[at:])
		default:
			if strings.HasPrefix(before, annotation) {
				return parseAnnotated(before, text[at:])
			}
		}
	}
	if numeric(text) {
		return parseNumber(text)
	}
	return value{kind: isString, text: text}, fits
}

// parseQuoted reads what stands between quotes, of the type that stands before them.
func parseQuoted(before, text string) (value, verdict) {
	inner, ok := unquote(text)
	if !ok {
		return value{}, misfit
	}
	switch before {
	case "":
		return value{kind: isString, text: inner}, fits
	case "datetime":
		if at, ok := momentOf(inner); ok {
			return value{kind: isDateTime, number: int64(at)}, fits
		}
	case "guid":
		if id, ok := engine.GUID(inner); ok {
			return value{kind: isGUID, text: id}, fits
		}
	default:
		if raw, err := hex.DecodeString(inner); err == nil {
			return value{kind: isBinary, text: string(raw)}, fits
		}
	}
	return value{}, misfit
}

// momentOf reads a moment in UTC, with an offset from it, or with neither, which is UTC.
//
// Source: rules.md, "Types, limits, validation", Edm.DateTime.
func momentOf(text string) (at engine.Tick, ok bool) {
	const universal = "2006-01-02T15:04:05.9999999Z"
	if at, ok = engine.ParseTick(text); ok {
		return at, true
	}
	if at, ok = engine.ParseTick(text + "Z"); ok {
		return at, true
	}
	there, err := time.Parse(universal+"07:00", text)
	if err != nil || there.Nanosecond()%100 != 0 {
		return 0, false
	}
	return engine.ParseTick(there.UTC().Format(universal))
}

// annotation begins the names of types as they stand beside a property in JSON.
const annotation = "Edm."

// parseAnnotated reads a value as JSON writes it, with the type that stands beside it: Edm.Int64'5'. It is how a client
// says what fits no literal.
//
// Source: rules.md, "Types, limits, validation", the JSON forms of the types.
func parseAnnotated(kind, text string) (value, verdict) {
	inner, ok := unquote(text)
	if !ok {
		return value{}, misfit
	}
	want, try := nothing, inner
	switch strings.TrimPrefix(kind, annotation) {
	case "String":
		return value{kind: isString, text: inner}, fits
	case "Binary":
		raw, err := base64.StdEncoding.DecodeString(inner)
		if err != nil {
			return value{}, misfit
		}
		return value{kind: isBinary, text: string(raw)}, fits
	case "DateTime":
		return parseQuoted("datetime", text)
	case "Guid":
		return parseQuoted("guid", text)
	case "Boolean":
		want, try = isBoolean, strings.ToLower(inner)
	case "Int32":
		want = isInt32
	case "Int64":
		want, try = isInt64, inner+"L"
	case "Double":
		want, try = isDouble, strings.NewReplacer("Infinity", "INF").Replace(inner)
		if !strings.ContainsAny(inner, ".eENI") {
			try += ".0"
		}
	default:
		return value{}, unknown
	}
	if v, verdict := parseLiteral(try); verdict == fits && v.kind == want {
		return v, fits
	}
	return value{}, misfit
}

// unquote is what stands between two quotes, within which each quote is doubled.
func unquote(text string) (inner string, ok bool) {
	if len(text) < 2 || text[0] != '\'' || text[len(text)-1] != '\'' {
		return "", false
	}
	inner = text[1 : len(text)-1]
	if strings.Contains(strings.ReplaceAll(inner, "''", ""), "'") {
		return "", false
	}
	return strings.ReplaceAll(inner, "''", "'"), true
}

// numeric says whether a text begins and goes on like a number: digits with at most a sign before them, a point, an
// exponent, an L.
func numeric(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" || digits[0] < '0' || digits[0] > '9' {
		return false
	}
	if whole := strings.TrimSuffix(digits, "L"); strings.Trim(whole, "0123456789") == "" {
		return true
	}
	_, err := strconv.ParseFloat(text, 64)
	return strings.Trim(digits, "0123456789.eE+-") == "" && (err == nil || errors.Is(err, strconv.ErrRange))
}

func parseNumber(text string) (value, verdict) {
	if long, ok := strings.CutSuffix(text, "L"); ok {
		n, err := strconv.ParseInt(long, 10, 64)
		if err != nil {
			return value{}, misfit
		}
		return value{kind: isInt64, number: n}, fits
	}
	if strings.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return value{}, misfit
		}
		return value{kind: isDouble, real: f}, fits
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return value{}, misfit
	}
	return value{kind: isInt32, number: n}, fits
}

// literal is the value as a literal that reads back as itself: a string without quotes where it can.
func (v value) literal() string {
	switch v.kind {
	case isString:
		if back, verdict := parseLiteral(v.text); verdict == fits && back == v && v.text != "" &&
			!strings.ContainsAny(v.text, "\r\n") {
			return v.text
		}
		return "'" + strings.ReplaceAll(v.text, "'", "''") + "'"
	case isBinary:
		return "X'" + hex.EncodeToString([]byte(v.text)) + "'"
	case isBoolean:
		return strconv.FormatBool(v.number == 1)
	case isDateTime:
		return "datetime'" + engine.Tick(v.number).String() + "'"
	case isDouble:
		return v.double()
	case isGUID:
		return "guid'" + v.text + "'"
	case isInt64:
		return strconv.FormatInt(v.number, 10) + "L"
	case isInt32:
		return strconv.FormatInt(v.number, 10)
	}
	return "null"
}

func (v value) double() string {
	switch {
	case v.text != "":
		return v.text
	case math.IsInf(v.real, 1):
		return "INF"
	case math.IsInf(v.real, -1):
		return "-INF"
	}
	text := strconv.FormatFloat(v.real, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// size is what the value takes of an entity, in bytes.
//
// Source: rules.md, "Types, limits, validation", types; the bytes around strings and binaries are those of Microsoft's
// formula for the capacity of a table.
func (v value) size() int {
	switch v.kind {
	case isString:
		return 4 + 2*units(v.text)
	case isBinary:
		return 4 + len(v.text)
	case isBoolean:
		return 1
	case isInt32:
		return 4
	case isGUID:
		return 16
	}
	return 8
}

// units is the length of a text in UTF-16, as the service counts.
func units(text string) (n int) {
	for _, r := range text {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}
