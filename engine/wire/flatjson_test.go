package wire

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/table"
)

// What is read without a decoder is what the decoder reads.
func TestAFlatObjectIsWhatADecoderReads(t *testing.T) {
	for _, body := range []string{`{"a":"b"}`, `{"a":"b","c":7,"d":-12,"e":true,"f":false,"g":null}`, `{"a":""}`, `{"":"x"}`,
		`{"a":"b","a":"c"}`, `{"a":18446744073709551615}`} {
		flat, ok := flatObject(body)
		if decoded, _ := decodedObject(body); !ok || !reflect.DeepEqual(flat, decoded) {
			t.Errorf("%s is read as %v, %v; a decoder reads %v", body, flat, ok, decoded)
		}
	}
	for _, body := range []string{``, `{`, `{}`, `{"a"}`, `{"a":}`, `{"a":01}`, `{"a":-}`, `{"a":1.5}`, `{"a":1,}`, `{"a":"b"`,
		`{"a":"b"} `, `{"a":"b\n"}`, `{"a":"é"}`, `{"a":[1]}`, `{"a":{"b":1}}`, `{"a":"b"}{}`, `{"a":tru}`, `["a"]`} {
		if flat, ok := flatObject(body); ok {
			t.Errorf("%s is read without a decoder: %v", body, flat)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom(strings.Split(`{ } " : , a b7 - 0 12 null true false \ [ ] ' é`, " ")), 1, 12)
		body := `{"` + strings.Join(parts.Draw(rt, "parts"), "") + "}"
		flat, ok := flatObject(body)
		if decoded, well := decodedObject(body); ok && (!well || !reflect.DeepEqual(flat, decoded)) {
			rt.Errorf("%s is read as %v; a decoder reads %v, %v", body, flat, decoded, well)
		}
	})
}

// A text without a type beside it is the string that it is with one.
func TestATextIsALiteralOfAString(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.OneOf(rapid.SampledFrom([]string{"", "null", "true", "7", "7L", "'", "it's", "datetime'x'", "NaN",
			"a\nb", "1.5", "-INF", "Edm.Int32'7'", "X'00'"}), rapid.String()).Draw(rt, "text")
		if !utf8.ValidString(text) {
			return
		}
		plain, _ := table.Properties("", []engine.Arg{{Name: ".",
			Value: engine.Text("Edm.String'" + strings.ReplaceAll(text, "'", "''") + "'")}})
		if got := literal(text, ""); got.String() != plain[0].Text {
			rt.Errorf("%q is %s, with its type %s", text, got, plain[0].Text)
		}
	})
}

// A message without entities is what a decoder reads of it.
func TestABareMessageIsWhatADecoderReads(t *testing.T) {
	for _, text := range []string{"", "a b", " x ", "aGVsbG8=", "it's \"this\""} {
		for _, head := range []string{"", declaration} {
			body := head + "<QueueMessage><MessageText>" + text + "</MessageText></QueueMessage>"
			r := &reader{service: queues, m: &Message{Body: body}}
			top, err := r.element("QueueMessage")
			if got, ok := bareMessage(body); !ok || err != nil || got != top.textOf("MessageText") {
				t.Errorf("%s is read as %q, %v", body, got, ok)
			}
		}
	}
	for _, text := range []string{"a&amp;b", "<b/>", "a\nb", "é", "]]>", "</MessageText><MessageText>"} {
		if got, ok := bareMessage("<QueueMessage><MessageText>" + text + "</MessageText></QueueMessage>"); ok {
			t.Errorf("%q is read as %q without a decoder", text, got)
		}
	}
}
