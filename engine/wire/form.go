package wire

import (
	"strings"

	"interleave/engine"
)

// service is how the operations of one service travel.
type service struct {
	name  string
	host  func(spec *engine.OpSpec, first string) string
	forms []form
	// defaultPlaces say where a parameter goes, by its name: `/` into the path, `@Name` into a header (a star stands
	// for what the name of the parameter has behind its own), `&Name` into one header as k=v&k=v, `?name` into the
	// query, `:` into the body, `~name` behind the address of the source, `-why` nowhere. They
	// are written as those of a form, `max=?maxresults`, an underscore for a blank.
	defaultPlaces string
	// says is the same for the fields of answers; `:Path/Of/Elements` is an element of the XML body.
	says   string
	always []Header            // what each request carries beside its own
	others map[string][]string // other headers in which clients send a parameter
	refuse func(r *draft, a engine.Answer)
	space  string // the name space of its XML, but for refusals; empty: none

	byVerb          map[string]int // the first form of an operation
	placed, sayings places         // of defaultPlaces and says
}

// form is one operation: a row of its service's table.
type form struct {
	verb       string
	word       string // of several rows of an operation: the word of its second parameter that means this one
	method     string
	target     string                // {all} the name of the target, {first} {second} {third} its parts between slashes
	fixed      string                // headers that never change, as `x-ms-lease-action: acquire`; a bar parts several
	places     string                // parameters that go elsewhere than by default, as `max=?maxresults`
	also       string                // another method by which clients send it
	needs      string                // parameters without which a request is another operation
	required   string                // parameters that a message must have, or it is refused
	takes      string                // names of the query that are arguments here, and elsewhere other requests
	implied    string                // what a request says where it is not said, as `type=BlockBlob`
	read       func(r *reader) error // the parameters that stand in the body
	others     map[string][]string   // as those of the service
	answers    int                   // the status of what was accepted, where another form of the operation has another
	grouped    bool                  // its body holds requests
	body       func(r *draft) string
	answerBody func(r *draft, a engine.Answer) string      // the body of an accepted answer
	says       string                                      // fields of the answer that go elsewhere than by default
	above      func(r *draft, root *node, a engine.Answer) // what stands in the body before its fields or its entries
	bareTags   bool                                        // ETags stand in its body without quotes
	// where the entries of a list stand, as `EnumerationResults/Blobs/Blob`
	items string
	entry string                      // where the fields of an entry stand in it
	owned func(r *draft, entry *node) // says whose an entry is

	reckoning
}

// form is the row of an operation.
func (s *service) form(verb string) *form {
	if at, ok := s.byVerb[verb]; ok {
		return &s.forms[at]
	}
	return &form{verb: verb}
}

// formFor is the row of an operation with these arguments.
func (s *service) formFor(spec *engine.OpSpec, args []engine.Arg) *form {
	f := s.form(spec.Verb)
	if f.word == "" {
		return f
	}
	name := spec.Params()[1].Name
	for _, a := range args {
		for i := range s.forms {
			if a.Name == name && s.forms[i].verb == spec.Verb && s.forms[i].word == a.Value.String() {
				return &s.forms[i]
			}
		}
	}
	return f
}

func (s *service) has(verb string) bool {
	_, ok := s.byVerb[verb]
	return ok
}

// part is an argument at its place.
type part struct {
	param, place, name, value string
	arg                       engine.Value
}

// draft is a message being made.
type draft struct {
	service *service
	spec    *engine.OpSpec
	form    *form
	args    []engine.Arg
	x       Context
	parts   []part
	query   []Header
	headers []Header
	body    string
	untold  string // a field that this answer leaves out
	partial bool   // of an answer: it has some bytes of the body
	isFlat  bool   // a document is written without white space between its elements
}

// value is an argument as text; empty where it was not given.
func (r *draft) value(param string) string { return r.arg(param).String() }

// arg is an argument as it was given.
func (r *draft) arg(param string) engine.Value { return engine.ValueOf(r.args, param) }

// pairs are the arguments whose name begins so, without that beginning.
func (r *draft) pairs(prefix string) (list []Header) {
	for _, a := range r.args {
		if rest, ok := strings.CutPrefix(a.Name, prefix); ok && rest != "" {
			list = append(list, Header{rest, a.Value.String()})
		}
	}
	return list
}

// header puts a header behind the others, or what it says behind what the one of that name says.
func (r *draft) header(name, value, joined string) {
	for i, h := range r.headers {
		if h.Name == name && joined != "" {
			r.headers[i].Value += joined + value
			return
		}
	}
	r.headers = append(r.headers, Header{name, value})
}

// put sends one argument to its place.
func (r *draft) put(a engine.Arg) {
	place := r.service.place(r.form, a.Name)
	p := part{param: a.Name, place: place, value: travels(r.service, a), arg: a.Value}
	if place != "" {
		p.name = strings.ReplaceAll(place[1:], "*", a.Name[strings.IndexByte(a.Name, '.')+1:])
	}
	r.parts = append(r.parts, p)
	switch {
	case place == "", r.unsigned(a):
	case r.lettered(a):
		_, letters, _ := strings.Cut(p.value, "=")
		r.ask("sp", letters)
	case place[0] == '@':
		r.header(p.name, oneLine(p.value), "")
	case place[0] == '&':
		pair := a.Name[strings.IndexByte(a.Name, '.')+1:]
		r.header(p.name, Escape(pair, "")+"="+Escape(p.value, ""), "&")
	case place[0] == '?':
		r.ask(p.name, p.value)
	}
}

// unsigned says whether an argument is that nobody signed the request, which is told by what it lacks.
func (r *draft) unsigned(a engine.Arg) bool {
	return r.service == blobs && a.Name == "under" && a.Value.String() == engine.Anonymous
}

// lettered says whether an argument is the letters of a signature that names no policy.
func (r *draft) lettered(a engine.Arg) bool {
	text := a.Value.String()
	_, ok := engine.SignedLetters(engine.Opt[string]{Set: a.Name == "under", Want: text})
	return ok && (r.service == blobs || r.service == files)
}

// ask puts one thing into the query; two names joined by a plus share a value that a slash parts.
func (r *draft) ask(name, value string) {
	first, second, two := strings.Cut(name, "+")
	if !two {
		r.query = append(r.query, Header{name, value})
		return
	}
	before, behind, _ := strings.Cut(value, "/")
	r.query = append(r.query, Header{first, before}, Header{second, behind})
}

// travels is an argument in the form that headers and queries have it.
func travels(s *service, a engine.Arg) string {
	switch text := a.Value.String(); {
	case strings.HasSuffix(a.Name, "if-match"), strings.HasSuffix(a.Name, "if-none-match"):
		return tags(a.Value, s.name == "table")
	case strings.HasSuffix(a.Name, "-since"):
		return date(a.Value)
	case a.Name == "range", a.Name == "source-range":
		return "bytes=" + strings.TrimPrefix(text, "bytes=")
	case a.Name == "id", a.Name == "lease", a.Name == "source-lease":
		if guid, ok := engine.GUID(text); ok {
			return guid
		}
		return text
	case a.Name == "marker" && s == buckets:
		return token(text)
	case a.Name == "content-length" && text == "none":
		return chunked
	case a.Name == "metadata":
		return "application/json;odata=" + strings.TrimSuffix(text, "ne") + "metadata" // none is nometadata
	case a.Name == "include", a.Name == "select":
		return strings.Join(listed(a.Value), ",")
	default:
		return text
	}
}

// listed are the words of a list, of a text itself.
func listed(v engine.Value) []string {
	list, ok := v.List()
	if !ok {
		return []string{v.String()}
	}
	words := make([]string, len(list))
	for i, e := range list {
		words[i] = e.String()
	}
	return words
}

// tags are ETags in the quotes that HTTP wants; those of tables have theirs.
func tags(v engine.Value, whole bool) string {
	if _, ok := v.List(); !ok && !whole {
		if tag := v.String(); tag != "*" && !strings.HasPrefix(tag, `"`) {
			return `"` + tag + `"`
		}
	}
	list := listed(v)
	for i, tag := range list {
		if tag != "*" && !whole && !strings.HasPrefix(tag, `"`) {
			list[i] = `"` + tag + `"`
		}
	}
	return strings.Join(list, ", ")
}

// date is a moment as HTTP writes it; what is none stays as it was given.
func date(v engine.Value) string {
	list, ok := v.List()
	if ok && len(list) > 0 {
		texts := make([]string, len(list))
		for i, e := range list {
			texts[i] = date(e)
		}
		return strings.Join(texts, ", ")
	}
	at, ok := engine.InstantOf(v)
	if !ok {
		return v.String()
	}
	return at.Date()
}
