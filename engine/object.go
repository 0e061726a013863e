package engine

import "strings"

// ObjectID names one thing of a service: Kind is the name of its table, as `blob`, Name is what stands under in it, as
// `wiki/home.md`. The zero ObjectID names nothing. Kinds have no blanks, names may have some.
type ObjectID struct{ Kind, Name string }

// ParseObject reads the form that String writes. A text without a blank is a name of no kind, as that of a writer.
func ParseObject(text string) ObjectID {
	kind, name, ok := strings.Cut(text, " ")
	if !ok || kind == "" { // a blank in front belongs to the name
		return ObjectID{Name: text}
	}
	return ObjectID{Kind: kind, Name: name}
}

// IsZero says whether nothing is named.
func (o ObjectID) IsZero() bool { return o == ObjectID{} }

// String is the object as people type it, as `blob wiki/home.md`; empty where nothing is named.
func (o ObjectID) String() string {
	if o.Kind == "" {
		return o.Name
	}
	return o.Kind + " " + o.Name
}

// MarshalText is String, so that what is kept of an object is what people read.
func (o ObjectID) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (o *ObjectID) UnmarshalText(text []byte) error {
	*o = ParseObject(string(text))
	return nil
}
