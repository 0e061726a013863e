package wire

import (
	"encoding/xml"
	"testing"

	"pgregory.net/rapid"
)

// A continuation token comes back as the key that it stands for, also through XML.
func TestContinuationTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.String().Draw(t, "key")
		var back string
		if err := xml.Unmarshal([]byte("<T>"+escapeXML(token(key))+"</T>"), &back); err != nil || untoken(back) != key {
			t.Fatalf("%q is %q, and comes back as %q, %v", key, token(key), untoken(back), err)
		}
	})
	for _, key := range []string{"~", "~YQ", " a", "a\n", "\x01", "ctrl\x01x", "a\xff", ""} {
		if got := untoken(token(key)); got != key {
			t.Errorf("%q comes back as %q", key, got)
		}
	}
}
