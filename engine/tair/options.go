package tair

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// options are the words behind the fixed ones of a command: those without a value have an empty one.
type options map[string]string

func (o options) has(name string) bool { _, ok := o[name]; return ok }

const (
	timeWords = "EX PX EXAT PXAT"
	// valued are the words behind which a value stands.
	valued = timeWords + " VER ABS FLAGS DEF MIN MAX"
)

// clashes are the words that do not go with a word that was met before.
func clashes(name string) string {
	switch name {
	case "EX", "PX", "EXAT", "PXAT":
		return timeWords + " KEEPTTL"
	case "KEEPTTL":
		return timeWords
	case "VER", "ABS":
		return "VER ABS"
	case "NX":
		return "XX"
	case "XX":
		return "NX"
	case "FLAGS", "DEF", "MIN", "MAX":
		return name
	}
	return ""
}

// parseOptions reads words in any order and any case; ok is false for an unknown one, one that is not allowed here, one
// that lacks its value or clashes.
//
// Source: rules.md, "Words and order of checks", rows 2 to 6. The word behind one that takes a value is always that
// value.
func parseOptions(words []string, allowed string) (o options, ok bool) {
	return readOptions(words, allowed, clashes)
}

// parsePlain is parseOptions for Redis itself, which takes the same time word twice: the last one counts.
func parsePlain(words []string, allowed string) (o options, ok bool) {
	return readOptions(words, allowed, func(name string) string {
		return strings.Replace(" "+clashes(name)+" ", " "+name+" ", " ", 1)
	})
}

func readOptions(words []string, allowed string, clashes func(string) string) (o options, ok bool) {
	if len(words) == 0 {
		return nil, true
	}
	o = options{}
	may := strings.Fields(allowed)
	for i := 0; i < len(words); i++ {
		name := strings.ToUpper(words[i])
		takes := slices.Contains(strings.Fields(valued), name)
		if !slices.Contains(may, name) || takes && i == len(words)-1 {
			return o, false
		}
		for _, other := range strings.Fields(clashes(name)) {
			if o.has(other) {
				return o, false
			}
		}
		o[name] = ""
		if takes {
			i++
			o[name] = words[i]
		}
	}
	return o, true
}

// integer reads a strict whole number: no plus, no leading zero, no blank, no -0, 64 bits.
//
// Source: rules.md, "Words and order of checks", row 7.
func integer(text string) (int64, bool) {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || digits[0] == '+' || digits[0] == '0' && text != "0" {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// epochMillis is the Unix time of instant zero, for EXAT and PXAT.
const epochMillis = 1_767_603_600_000

// expiry is what a command does to the expiry of a key.
type expiry struct {
	set  bool
	keep bool
	at   engine.Instant // the last moment at which the key is there
}

// deadline is what TIME and KEEPTTL ask for, or the rule that a time breaks which is none, not positive or too far
// away.
//
// Source: rules.md, "Words and order of checks", rows 8 and 10; "Product and module", "EX/PX/EXAT/PXAT 0". Assumed: a
// time that does not fit into 64 bits of milliseconds is a syntax error; a moment in the past ends the key within the
// command.
func (c *call) deadline(o options) (e expiry, broken *engine.Rule) {
	e.keep = o.has("KEEPTTL")
	for _, name := range strings.Fields(timeWords) {
		text, given := o[name]
		if !given {
			continue
		}
		n, ok := integer(text)
		if !ok || n < 0 || n == 0 && !c.product() {
			return e, syntax
		}
		if n == 0 {
			return expiry{set: true, at: c.tx.Now() - 1}, nil
		}
		e.set = true
		if e.at, ok = c.moment(name, n); !ok {
			return e, longTime
		}
		return e, nil
	}
	return e, nil
}

// moment is the deadline that a positive time of that unit means.
func (c *call) moment(unit string, n int64) (engine.Instant, bool) {
	if strings.HasPrefix(unit, "E") {
		if n > math.MaxInt64/1000 {
			return 0, false
		}
		n *= 1000
	}
	if strings.HasSuffix(unit, "AT") {
		return engine.Instant(n - epochMillis), true
	}
	now := int64(c.tx.Now())
	return engine.Instant(now + n), n <= math.MaxInt64-now-epochMillis
}

// numberOptions are the values of VER, ABS and FLAGS.
type numberOptions struct{ ver, abs, flags int64 }

// numbers reads VER, ABS and FLAGS; ok is false for what is none or out of range.
//
// Source: rules.md, "Words and order of checks", row 9.
func (o options) numbers() (n numberOptions, ok bool) {
	ok = true
	for _, f := range []struct {
		name string
		to   *int64
		most int64
	}{{"VER", &n.ver, math.MaxInt64}, {"ABS", &n.abs, math.MaxInt64}, {"FLAGS", &n.flags, math.MaxUint32}} {
		text, given := o[f.name]
		if !given {
			continue
		}
		if *f.to, ok = integer(text); !ok || *f.to < 0 || *f.to > f.most {
			return n, false
		}
	}
	return n, true
}
