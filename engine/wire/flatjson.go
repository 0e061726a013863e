package wire

import (
	"encoding/json"
	"strings"
)

// flatObject reads an object of JSON as most clients write it: texts without escapes, numbers, words. ok is false where
// it is anything else, which a decoder reads.
func flatObject(body string) (list []member, ok bool) {
	rest, ok := strings.CutPrefix(body, "{")
	if !ok {
		return nil, false
	}
	list = make([]member, 0, min(strings.Count(body, ":"), 16))
	for {
		var m member
		if m.name, rest, ok = flatText(rest); !ok {
			return nil, false
		}
		if rest, ok = strings.CutPrefix(rest, ":"); !ok {
			return nil, false
		}
		if m.value, rest, ok = flatValue(rest); !ok {
			return nil, false
		}
		list = append(list, m)
		switch {
		case rest == "}":
			return list, true
		case !strings.HasPrefix(rest, ","):
			return nil, false
		}
		rest = rest[1:]
	}
}

// flatText is a text in quotes with which more begins.
func flatText(more string) (text, rest string, ok bool) {
	if more == "" || more[0] != '"' {
		return "", "", false
	}
	at := strings.IndexByte(more[1:], '"') + 1
	if at < 1 {
		return "", "", false
	}
	for i := range at {
		if c := more[i]; c < ' ' || c > '~' || c == '\\' {
			return "", "", false
		}
	}
	return strings.Clone(more[1:at]), more[at+1:], true
}

// flatValue is a text, a word or a number that has no more than twenty digits and a sign with which more begins.
func flatValue(more string) (value any, rest string, ok bool) {
	if strings.HasPrefix(more, `"`) {
		return flatText(more)
	}
	end := strings.IndexAny(more, ",}")
	if end < 1 {
		return nil, "", false
	}
	switch word := more[:end]; word {
	case "null":
		return nil, more[end:], true
	case "true", "false":
		return word == "true", more[end:], true
	default:
		return json.Number(strings.Clone(word)), more[end:], isWhole(word)
	}
}

// isWhole says whether a text is a whole number as JSON writes it.
func isWhole(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && len(digits) <= 20 && strings.Trim(digits, "0123456789") == "" &&
		(digits[0] != '0' || digits == "0")
}
