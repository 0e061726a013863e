package wire

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"interleave/engine"
)

// Found is where an answer tells a field, as its row says: what is written there, once for each element of the name;
// ok is false where the field stands in no header and no element of its own.
func Found(spec *engine.OpSpec, a Raw, f engine.Field, asked *Message) (want string, found []string, ok bool) {
	s := serviceOf(spec)
	if s == nil {
		return "", nil, false
	}
	r := &draft{service: s, spec: spec, form: s.form(spec.Verb), x: Context{Asked: asked}}
	number, rest, entry := strings.Cut(f.Name, ".")
	entry = entry && number != "" && strings.Trim(number, "0123456789") == ""
	place := s.said(r.form, f.Name)
	if entry {
		place = lookup(r.form.each, places{}, rest)
	}
	switch {
	case place == "" || strings.Contains(place, "+"):
		return "", nil, false
	case place[0] == '@':
		name := strings.ReplaceAll(place[1:], "*", f.Name[strings.IndexByte(f.Name, '.')+1:])
		if f.Name == "content-md5" && a.Status == 206 {
			name = "x-ms-blob-content-md5"
		}
		for _, h := range a.Headers {
			if strings.EqualFold(h.Name, name) {
				found = append(found, h.Value)
			}
		}
		return oneLine(r.shown(f)), found, true
	case place[0] != ':' || len(place) == 1 || r.form.answerBody != nil || a.Body == "":
		return "", nil, false
	}
	path := starred(place[1:], f.Name)
	if entry {
		path = renamed(r.form.items, rest) + "/" + starred(place[1:], rest)
	}
	return r.element(engine.Field{Name: f.Name, Value: f.Value}), textsAt(a.Body, path), true
}

// textsAt are the texts of all elements of a path.
func textsAt(body, path string) (texts []string) {
	var open []string
	decoder, text := xml.NewDecoder(strings.NewReader(body)), ""
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			return []string{"not well formed: " + err.Error()}
		}
		switch token := token.(type) {
		case xml.StartElement:
			open, text = append(slices.Clip(open), token.Name.Local), ""
		case xml.CharData:
			text += string(token)
		case xml.EndElement:
			if strings.Join(open, "/") == path {
				texts = append(texts, text)
			}
			open = open[:len(open)-1]
		}
	}
}
