package share_test

import "testing"

// Attributes are a list of names in any case. ReadOnly stops writes; the others are kept and told; what a client leaves
// as it is says `preserve`, which no new file can.
//
// Source: Azure REST, "Create File", "Set File Properties", "File system attributes"; azure-storage-file-share for
// Python 12.11, which sends `none` and `preserve`.
func TestAttributesAreNamesInAnyCase(t *testing.T) {
	b := file(t)
	for _, c := range []struct{ line, want, attributes string }{
		{"create-file path=s/g size=1 attributes=none", "201", ""},
		{"get-file-properties path=s/g", "200", "attributes=None"},
		{"create-file path=s/g size=1 attributes=preserve", "400 InvalidHeaderValue", ""},
		{"create-file path=s/g size=1 attributes=Wet", "400 InvalidHeaderValue", ""},
		{"set-file-properties path=s/g attributes=archive|Hidden", "200", ""},
		{"get-file-properties path=s/g", "200", "attributes=Hidden|Archive"},
		{"set-file-properties path=s/g attributes=preserve", "200", ""},
		{"get-file-properties path=s/g", "200", "attributes=Hidden|Archive"},
		{"set-file-properties path=s/g attributes=Hidden|READONLY", "200", ""},
		{"get-file-properties path=s/g", "200", "attributes=ReadOnly|Hidden"},
		{"put-range path=s/g range=0-0 body=x", "409 ReadOnlyAttribute", ""},
		{"set-file-properties path=s/g attributes=preserve", "409 ReadOnlyAttribute", ""},
		{"set-file-properties path=s/g attributes=Hidden", "200", ""},
		{"put-range path=s/g range=0-0 body=x", "201", ""},
	} {
		if c.attributes == "" {
			b.Want("ann: "+c.line, c.want)
			continue
		}
		b.Want("ann: "+c.line, c.want, c.attributes)
	}
}
