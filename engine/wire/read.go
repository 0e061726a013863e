package wire

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"interleave/engine"
)

// Message is a request of HTTP as a client sent it.
type Message struct {
	Method   string
	Path     string // percent-encoded, with the bucket in front and without the account of Azure
	Query    string // percent-encoded, without its question mark
	Host     string
	Account  string // whose it is, where the service has accounts
	Unsigned bool   // nobody says who sends it, and only what is public may be read
	Headers  []Header
	Body     string
}

// Header is the value of a header; empty where there is none.
func (m *Message) Header(name string) string {
	for _, h := range m.Headers {
		if is(h.Name, name) {
			return h.Value
		}
	}
	return ""
}

// is says whether two names are those of one header.
func is(a, b string) bool { return len(a) == len(b) && strings.EqualFold(a, b) }

// Endpoint is the address of the service, with the account where the path has it.
func (m *Message) Endpoint() string {
	if _, account := AccountOf(m.Host, "/"+m.Account); account == m.Account && m.Account != "" &&
		!strings.HasPrefix(m.Host, m.Account+".") {
		return "http://" + m.Host + "/" + m.Account
	}
	return "http://" + m.Host + "/"
}

// has says whether a header was sent, with a value or without.
func (m *Message) has(name string) bool {
	return slices.ContainsFunc(m.Headers, func(h Header) bool { return is(h.Name, name) })
}

// Reading is the operation that a message asks for.
type Reading struct {
	Verb   string
	Args   []engine.Arg // in the order of the operation's parameters
	Status int          // of what is accepted, where it is not the operation's; 0: it is
	Unread []string     // what no row looks at: `header x-ms-foo`, `query bar`
}

// NotReadError is returned by Read for a message that asks for no operation, or whose body is none that it could have.
// Status and Code are what the service answers.
type NotReadError struct {
	Status        int
	Code, Message string
}

func (e *NotReadError) Error() string { return fmt.Sprintf("%d %s: %s", e.Status, e.Code, e.Message) }

// Read is the operation that a message asks of a service: its row is the one that the message fits best, and the row
// says where each argument stands. spec is asked for the operations of the row.
func Read(serviceName string, m *Message, spec func(verb string) *engine.OpSpec) (Reading, error) {
	s := servicesByName[serviceName]
	if s == nil {
		return Reading{}, fmt.Errorf("read a message: no service %q speaks HTTP", serviceName)
	}
	r := &reader{service: s, m: m, spec: spec, seen: make([]bool, len(m.Headers))}
	path, err := url.PathUnescape(m.Path)
	if err != nil || s == buckets && !utf8.ValidString(path) {
		return Reading{}, s.badURI()
	}
	r.path = strings.Clone(path) // what is kept of a message keeps no more of it
	if s == tables {
		r.path = tablePath(r.path)
	}
	if r.query, err = pairsOf(m.Query); err != nil {
		return Reading{}, s.badURI()
	}
	if err := cmp.Or(r.misused(), r.malformed()); err != nil {
		return Reading{}, err
	}
	if r.form = s.fitting(r); r.form == nil {
		return Reading{}, s.absent(r)
	}
	r.op = spec(r.form.verb)
	if r.op == nil {
		return Reading{}, s.absent(r)
	}
	if err := r.missing(); err != nil {
		return Reading{}, err
	}
	if err := cmp.Or(r.untaken(), r.unversioned(), r.unsummed(), r.otherDocument()); err != nil {
		return Reading{}, err
	}
	if err := r.args(); err != nil {
		return Reading{}, err
	}
	if r.wrong != nil {
		return Reading{}, r.wrong
	}
	return Reading{Verb: r.form.verb, Args: r.list, Status: r.form.answers, Unread: r.unread()}, nil
}

// servicesByName are the services that speak HTTP.
var servicesByName = map[string]*service{
	"blob": blobs, "queue": queues, "table": tables, "share": files, "bucket": buckets,
}

// reader is a message being read.
type reader struct {
	service  *service
	m        *Message
	spec     func(verb string) *engine.OpSpec
	op       *engine.OpSpec
	form     *form
	path     string   // decoded
	captured          // the parts of it that the row names
	query    []Header // decoded
	list     []engine.Arg
	seen     []bool   // of each header whether the row looked at it
	looked   []string // names of the query that the row looked at
	wrong    error    // what was said and is not in the form that it must have
}

// pairsOf is a query, decoded, in its order.
func pairsOf(query string) (list []Header, err error) {
	for word := range strings.SplitSeq(query, "&") {
		if word == "" {
			continue
		}
		name, value, _ := strings.Cut(word, "=")
		if name, err = url.QueryUnescape(name); err != nil {
			return nil, err
		}
		if value, err = url.QueryUnescape(value); err != nil {
			return nil, err
		}
		list = append(list, Header{name, value})
	}
	return list, nil
}

// asked is what the query says of a name.
func (r *reader) asked(name string) (value string, ok bool) {
	for _, q := range r.query {
		if q.Name == name {
			return q.Value, true
		}
	}
	return "", false
}

// fitting is the row that a message fits best: that which asks most of it.
func (s *service) fitting(r *reader) (best *form) {
	most := -1
	for i := range s.forms {
		f := &s.forms[i]
		if n, ok := r.asks(f); ok && n > most {
			if c, ok := s.captures(f, r.path); ok {
				best, most, r.captured = f, n, c
			}
		}
	}
	return best
}

// parting are the names in a query that make another operation of a request: a row has them, or it is not meant.
var parting = map[string]string{
	"azure": " comp restype ",
	"bucket": " acl accelerate analytics attributes cors delete encryption intelligent-tiering inventory legal-hold " +
		"lifecycle location logging metadataConfiguration metadataTable metrics notification object-lock " +
		"ownershipControls partNumber policy policyStatus " +
		"publicAccessBlock renameObject replication requestPayment restore retention select session tagging " +
		"torrent uploadId uploads versioning versions website list-type ",
}

// asks is how much a row asks of a message, beside the shape of its path; ok is false where the message lacks some.
func (r *reader) asks(f *form) (n int, ok bool) {
	method := r.m.Method
	if method == "POST" && r.service.name == "table" {
		if other := r.m.Header("X-HTTP-Method"); other != "" {
			method = other
		}
	}
	if method != f.method && method != f.also {
		return 0, false
	}
	for _, want := range f.query {
		if have, there := r.asked(want.Name); !there || want.Value != "" && have != want.Value {
			return 0, false
		}
		n++
	}
	names := parting["azure"]
	if r.service.name == "bucket" {
		names = parting["bucket"]
	}
	for _, q := range r.query {
		if strings.Contains(names, " "+q.Name+" ") && !f.knows(q.Name) {
			return 0, false
		}
	}
	for _, h := range f.headers {
		switch {
		case h.Name == "Content-Type":
		case !strings.EqualFold(r.m.Header(h.Name), h.Value):
			return 0, false
		default:
			n++
		}
	}
	for _, place := range f.needed {
		if !r.sent(place) {
			return 0, false
		}
		n++
	}
	return n*len("/Tables('{name}')") + f.literal, true
}

// knows says whether a row has a place for a name of the query.
func (f *form) knows(name string) bool {
	return slices.ContainsFunc(f.query, func(h Header) bool { return h.Name == name }) ||
		slices.Contains(f.needed, "?"+name) || strings.Contains(" "+f.takes+" ", " "+name+" ")
}

// sent says whether what stands at a place, in a header or in the query, was sent.
func (r *reader) sent(place string) bool {
	switch {
	case place == "":
		return false
	case place[0] == '?':
		_, ok := r.asked(place[1:])
		return ok
	}
	return r.m.has(place[1:])
}

// args reads the arguments in the order of the parameters.
func (r *reader) args() error {
	params := r.op.Params()
	bodied := false
	for i, p := range params {
		place := r.service.place(r.form, p.Name)
		switch {
		case i == 1 && r.form.word != "":
			r.put(p.Name, engine.Text(r.form.word))
		case place == "":
		case p.Name == "under" && r.lettered():
		case p.Name == "under" && r.m.Unsigned:
			r.put(p.Name, engine.Text(engine.Anonymous))
		case place[0] == '/' && r.form.grouped: // its requests say where they go
		case place[0] == '/':
			r.put(p.Name, engine.Text(r.target(r.captured)))
		case place[0] == ':':
			if bodied {
				continue
			}
			bodied = true
			if err := r.body(); err != nil {
				return err
			}
		default:
			if err := r.place(p.Name, place, params[:i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// lettered puts the letters of a signature where the name of its policy would stand, if what they allow hangs on what
// is there.
func (r *reader) lettered() bool {
	letters, signed := r.asked("sp")
	under, hangs := engine.UnderLetters(letters)
	if _, named := r.asked("si"); !signed || named || !hangs || r.service != blobs && r.service != files {
		return false
	}
	r.put("under", under)
	return true
}

func (r *reader) body() error {
	switch {
	case r.form.grouped:
		return readBatch(r)
	case r.form.read != nil:
		return r.form.read(r)
	}
	return nil
}

// target is what the path names.
func (r *reader) target(captured captured) string {
	whole := strings.ReplaceAll(captured.third, "''", "'")
	switch {
	case captured.rest != "":
		return captured.first + "/" + captured.rest
	case strings.Contains(r.form.target, "{third}"):
		return captured.first + "/" + strings.ReplaceAll(captured.second, "''", "'") + "/" + whole
	case captured.first != "":
		return captured.first
	case captured.all == "":
		return strings.Clone(r.m.Account)
	}
	name := captured.all
	if r.service == blobs {
		name = Slashed(name)
	}
	if r.service.name == "share" {
		name = strings.TrimSuffix(name, "/") // the root directory
	}
	if r.service == blobs && strings.HasPrefix(r.form.target, "/{all}") && !strings.Contains(name, "/") {
		name = "$root/" + name
	}
	return name
}

// put is an argument that was read; what a row implies is none. A pair without a name has a blank for one: the service
// has an answer to it.
func (r *reader) put(name string, v engine.Value) {
	if r.service.name == "blob" && name == "meta." || name == "tag." {
		name += " "
	}
	for pair := range strings.FieldsSeq(r.form.implied) {
		if param, text, _ := strings.Cut(pair, "="); param == name && text == v.String() {
			return
		}
	}
	r.list = append(r.list, engine.Arg{Name: name, Value: v})
}

// place reads a parameter from where its row says that it stands.
func (r *reader) place(param, place string, before []engine.Param) error {
	name := place[1:]
	switch place[0] {
	case '@':
		r.fromHeader(param, name)
	case '&':
		return r.fromPairs(param, name)
	case '?':
		r.fromQuery(param, name)
	case '~':
		if source, ok := r.sourceOf(); ok {
			if value := source.Query().Get(name); value != "" {
				r.put(param, engine.Text(value))
			}
		}
	}
	return nil
}

func (r *reader) fromHeader(param, name string) {
	if r.form.verb == "copy-object" && isDescribed(param) && !r.directs("metadata") {
		r.look(name)
		return // what describes the source stays, whatever else is said
	}
	if prefix, ok := strings.CutSuffix(name, "*"); ok {
		for i, h := range r.m.Headers {
			if len(h.Name) < len(prefix) || !strings.EqualFold(h.Name[:len(prefix)], prefix) {
				continue
			}
			rest := h.Name[len(prefix):]
			if prefix == "x-amz-checksum-" && strings.Contains(" mode algorithm type ", " "+strings.ToLower(rest)+" ") {
				continue
			}
			if r.service == buckets {
				rest = strings.ToLower(rest)
			}
			r.seen[i] = true
			if r.service == buckets && param == "meta.*" && r.also(param[:len("meta.")]+rest, h.Value) {
				continue
			}
			r.put(strings.TrimSuffix(param, "*")+rest, engine.Text(strings.Clone(h.Value)))
		}
		return
	}
	said, there := r.look(name)
	for _, others := range [...][]string{r.form.others[param], r.service.others[param]} {
		for _, other := range others {
			if value, sent := r.look(other); sent && !there {
				said, there = value, true
			}
		}
	}
	if !there {
		return
	}
	if v, ok := r.arrived(param, r.sumOfList(param, said)); ok {
		r.put(param, v)
	}
}

// also adds to a pair of metadata that was sent before: S3 makes one list of both. ok is false where there is none.
//
// Source: Amazon S3 User Guide, "Working with object metadata".
func (r *reader) also(name, value string) (ok bool) {
	at := slices.IndexFunc(r.list, func(a engine.Arg) bool { return a.Name == name })
	if at >= 0 {
		r.list[at].Value = engine.Text(r.list[at].Value.String() + "," + value)
	}
	return at >= 0
}

// look is the value of a header that the row looks at. A condition that is sent twice is a list, as HTTP has it.
func (r *reader) look(name string) (value string, there bool) {
	for i, h := range r.m.Headers {
		if !is(h.Name, name) {
			continue
		}
		switch r.seen[i] = true; {
		case !there:
			value, there = h.Value, true
		case strings.HasPrefix(name, "If-"):
			value += ", " + h.Value
		}
	}
	return value, there
}

func (r *reader) fromQuery(param, name string) {
	first, second, two := strings.Cut(name, "+")
	r.looked = append(r.looked, first, second)
	value, ok := r.asked(first)
	if !ok {
		return
	}
	if two {
		behind, _ := r.asked(second)
		value += "/" + behind
	}
	if v, ok := r.arrived(param, value); ok {
		r.put(param, v)
	}
}

// directs says whether a copy is to have its own metadata or tags.
func (r *reader) directs(what string) bool {
	return strings.EqualFold(r.m.Header("x-amz-"+what+"-directive"), "REPLACE")
}

// arrived is an argument that travelled, as `travels` sent it off; ok is false where the value says nothing.
func (r *reader) arrived(param, text string) (v engine.Value, ok bool) {
	text = strings.Clone(text)
	switch {
	case strings.HasSuffix(param, "if-match"), strings.HasSuffix(param, "if-none-match"):
		return tagsRead(text, r.service == tables), true
	case strings.HasSuffix(param, "-since"):
		if at, err := engine.ParseInstant(text); err == nil {
			return engine.Moment(at), true
		}
	case param == "source-range" && r.service == buckets && !strings.HasPrefix(text, "bytes="):
		r.wrong = badArgument("The x-amz-copy-source-range value must be of the form bytes=first-last where first " +
			"and last are the zero-based offsets of the first and last bytes to copy")
		return v, false
	case param == "range", param == "source-range":
		bare, ok := strings.CutPrefix(text, "bytes=")
		return engine.Text(bare), ok || r.service != buckets
	case param == "marker" && r.service == buckets:
		return engine.Text(untoken(text)), true
	case param == "metadata-directive": // what describes the target says the same
		return engine.Text("REPLACE"), r.directs("metadata") &&
			!slices.ContainsFunc(r.list, func(a engine.Arg) bool { return isDescribed(a.Name) })
	case param == "tagging-directive": // tags of the request say the same
		return engine.Text("REPLACE"), r.directs("tagging") && strings.Trim(r.m.Header("x-amz-tagging"), "&") == ""
	case param == "content-length":
		return engine.Text("none"), strings.EqualFold(text, chunked)
	case param == "metadata":
		_, kind, there := strings.Cut(text, "odata=")
		kind, _, whole := strings.Cut(kind, "metadata")
		if kind == "no" {
			kind = "none"
		}
		return engine.Text(kind), there && whole
	case param == "include", param == "select":
		var words []engine.Value
		for word := range strings.SplitSeq(text, ",") {
			words = append(words, engine.Text(strings.TrimSpace(word)))
		}
		if len(words) == 1 {
			return words[0], text != ""
		}
		return engine.List(words...), true
	case param == "source":
		source, ok := r.sourceOf()
		if !ok {
			return engine.Text(text), true
		}
		if r.service == blobs && source.Host == "" {
			r.wrong = r.unsaid(r.service.place(r.form, "source")[1:])
		}
		return engine.Text(strings.TrimPrefix(r.service.pathOf(source), "/")), true
	}
	return engine.Text(text), true
}

// tagsRead are ETags without the quotes of HTTP; those of tables keep theirs.
func tagsRead(text string, whole bool) engine.Value {
	if whole || text == "*" {
		return engine.Text(text)
	}
	var list []engine.Value
	for rest := text; ; {
		rest = strings.TrimLeft(rest, " ,")
		tag, behind, more := strings.Cut(rest, ",")
		if inner, ok := strings.CutPrefix(rest, `"`); ok {
			// what goes on behind its quote is no ETag of anybody, and one all the same
			if quoted, after, closed := strings.Cut(inner, `"`); closed && ends(after) {
				tag, behind, more = quoted, after, strings.Trim(after, " ,") != ""
			}
		}
		list = append(list, engine.Text(strings.TrimSpace(tag)))
		if rest = behind; !more {
			break
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return engine.List(list...)
}

// ends says whether an ETag ends before a text.
func ends(after string) bool {
	after = strings.TrimLeft(after, " ")
	return after == "" || after[0] == ','
}

// ordinary are the headers and queries that are no part of any operation: those of HTTP, of signatures, of tracing.
const ordinary = " host date x-ms-date x-ms-version authorization user-agent accept accept-charset accept-encoding " +
	"accept-language connection content-length content-type transfer-encoding expect x-ms-client-request-id " +
	"x-ms-return-client-request-id dataserviceversion maxdataserviceversion te trailer keep-alive cookie " +
	"cache-control pragma origin access-control-request-method access-control-request-headers " +
	"sec-fetch-mode sec-fetch-site sec-fetch-dest " +
	"x-amz-date x-amz-content-sha256 x-amz-security-token x-amz-user-agent amz-sdk-invocation-id amz-sdk-request " +
	"x-amz-decoded-content-length x-amz-trailer content-encoding x-http-method x-amz-metadata-directive " +
	"x-amz-checksum-algorithm " +
	"x-amz-sdk-checksum-algorithm x-amz-checksum-type x-amz-object-attributes x-amz-expected-bucket-owner " +
	"x-amz-source-expected-bucket-owner traceparent tracestate content-md5 " +
	"?sv ?ss ?srt ?sp ?st ?se ?spr ?sig ?sr ?sip ?si ?skoid ?sktid ?skt ?ske ?sks ?skv ?timeout ?tn ?spk ?srk ?epk " +
	"?erk ?api-version ?x-id ?encoding-type ?fetch-owner " +
	"?x-amz-algorithm ?x-amz-credential ?x-amz-date ?x-amz-expires ?x-amz-signedheaders ?x-amz-signature " +
	"?x-amz-security-token ?x-amz-content-sha256 ?awsaccesskeyid ?signature ?expires "

var ordinaryNames = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(ordinary) {
		names[name] = true
	}
	return names
}()

// isOrdinary says whether a name, whose case says nothing, is one of those.
func isOrdinary(sign, name string) bool {
	var room [64]byte
	low := append(room[:0], sign...)
	for i := range len(name) {
		c := name[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		low = append(low, c)
	}
	return ordinaryNames[string(low)]
}

// unread is what the message says and no row looks at.
func (r *reader) unread() (list []string) {
	for i, h := range r.m.Headers {
		if !r.seen[i] && !isOrdinary("", h.Name) &&
			!slices.ContainsFunc(r.form.headers, func(own Header) bool { return is(h.Name, own.Name) }) {
			list = append(list, "header "+strings.ToLower(h.Name))
		}
	}
	for _, q := range r.query {
		known := isOrdinary("?", q.Name) || slices.Contains(r.looked, q.Name) ||
			slices.ContainsFunc(r.form.query, func(h Header) bool { return h.Name == q.Name })
		if !known {
			list = append(list, "query "+q.Name)
		}
	}
	return list
}
