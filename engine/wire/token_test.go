package wire

import (
	"encoding/xml"
	"strings"
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

// A parameter and a field have one place in a service's tables: of two the second would be passed over in silence.
func TestNothingHasTwoPlaces(t *testing.T) {
	for _, s := range []*service{blobs, queues, tables, files, buckets} {
		for _, table := range []string{s.defaultPlaces, s.says} {
			seen := map[string]string{}
			for word := range strings.FieldsSeq(table) {
				name, place, _ := strings.Cut(word, "=")
				if before, twice := seen[name]; twice {
					t.Errorf("%s: %s stands at %s and at %s", s.name, name, before, place)
				}
				seen[name] = place
			}
		}
	}
}
