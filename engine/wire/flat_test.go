package wire_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// What real clients get has no white space between its elements, and every text as it was.
func TestTextsSurviveWithoutWhiteSpaceAround(t *testing.T) {
	for _, text := range []string{"a>\n  <b>\n", " x ", "\n", "a\n\n>", "<", ">\n>"} {
		a := engine.Answer{Status: 200, Fields: []engine.Field{{Name: "0.id", Value: engine.Text("1")},
			{Name: "0.text", Value: engine.Text(text)}, {Name: "1.text", Value: engine.Text(text)}}}
		raw := wire.Answer(enginetest.Spec("get-messages"), nil, a, wire.Context{Asked: &wire.Message{Method: "GET"}})
		var list struct {
			QueueMessage []struct{ MessageText string }
			Rest         string `xml:",chardata"`
		}
		if err := xml.Unmarshal([]byte(raw.Body), &list); err != nil || len(list.QueueMessage) != 2 ||
			list.QueueMessage[0].MessageText != text || list.QueueMessage[1].MessageText != text ||
			strings.TrimSpace(list.Rest) != "" || list.Rest != "" {
			t.Errorf("%q arrives as %q, %v:\n%s", text, list, err, raw.Body)
		}
	}
}
