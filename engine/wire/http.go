package wire

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// request is a request of HTTP.
func (s *service) request(spec *engine.OpSpec, args []engine.Arg, x Context) Raw {
	r := &draft{service: s, spec: spec, form: s.formFor(spec, args), args: args, x: x}
	target := spec.Target(args)
	path, query, _ := strings.Cut(fill(r.form.target, target), "?")
	for _, word := range strings.Split(query, "&") {
		if name, value, _ := strings.Cut(word, "="); name != "" {
			r.query = append(r.query, Header{name, value})
		}
	}
	for _, pair := range strings.Split(r.form.fixed, " | ") {
		if name, value, ok := strings.Cut(pair, ": "); ok {
			r.headers = append(r.headers, Header{name, value})
		}
	}
	for _, a := range args {
		r.put(a)
	}
	r.source()
	if r.form.body != nil {
		r.body = r.form.body(r)
	}
	first, _, _ := strings.Cut(target, "/")
	return r.finish(s.host(spec, first), path)
}

// source puts what is said of the source behind its address.
func (r *draft) source() {
	for _, p := range r.parts {
		if p.param != "source" {
			continue
		}
		first, _, _ := strings.Cut(p.value, "/")
		address := "/" + Escape(p.value, "/")
		if r.service.name != "bucket" {
			address = "https://" + r.service.host(r.spec, first) + address
		}
		sign := "?"
		for _, more := range r.parts {
			if name, ok := strings.CutPrefix(more.place, "~"); ok {
				address += sign + name + "=" + Escape(more.value, "")
				sign = "&"
			}
		}
		for i := range r.headers {
			if r.headers[i].Name == p.name {
				r.headers[i].Value = address
			}
		}
	}
}

// finish puts the parts together: what the request is about first, then what every request carries.
func (r *draft) finish(host, path string) Raw {
	target := path + asked(r.query)
	raw := Raw{Service: r.service.name, Method: r.form.method, Target: target, URL: "https://" + host + target,
		Body: r.body}
	raw.Headers = append([]Header{{"Host", host}}, r.headers...)
	for _, h := range r.service.always {
		if h.Name == "Authorization" && slices.ContainsFunc(r.args, r.unsigned) {
			continue
		}
		value := strings.NewReplacer("{date}", r.x.At.Date(), "{stamp}", stamp(r.x.At), "{request}",
			requestID(r.x.Request)).Replace(h.Value)
		if raw.Header(h.Name) == "" {
			raw.Headers = append(raw.Headers, Header{h.Name, value})
		}
	}
	if raw.Body != "" && raw.Header("Content-Type") == "" {
		kind := mediaType(raw.Body)
		if r.service.name == "bucket" && kind == untyped {
			kind = "binary/octet-stream" // what Amazon takes a body for that has no type
		}
		raw.Headers = append(raw.Headers, Header{"Content-Type", kind})
	}
	if raw.Method != "GET" && raw.Method != "HEAD" && (raw.Method != "DELETE" || raw.Body != "") &&
		raw.Header("Transfer-Encoding") == "" {
		raw.Headers = append(raw.Headers, Header{"Content-Length", strconv.Itoa(len(raw.Body))})
	}
	raw.lines(fmt.Sprintf("%s %s HTTP/1.1", raw.Method, target))
	r.decide(&raw)
	return raw
}

// mediaType is what a body is by the look of its beginning.
func mediaType(body string) string {
	switch {
	case strings.HasPrefix(body, "<?xml"):
		return "application/xml"
	default:
		return untyped
	}
}

// untyped is the type of a body that says none.
const untyped = "application/octet-stream"

// lines are the message as lines.
func (r *Raw) lines(first string) {
	r.Lines = []Line{{Text: first}}
	for _, h := range r.Headers {
		r.Lines = append(r.Lines, Line{Text: h.Name + ": " + h.Value, Name: h.Name})
	}
	if r.Body == "" {
		return
	}
	r.Lines = append(r.Lines, Line{})
	for text := range strings.Lines(r.Body) {
		r.Lines = append(r.Lines, Line{Text: strings.TrimRight(text, "\r\n"), Name: "body"})
	}
}

// mostHeaders is room for the headers of most answers.
const mostHeaders = 24

// answer is an answer of HTTP.
func (s *service) answer(spec *engine.OpSpec, args []engine.Arg, a engine.Answer, x Context) Raw {
	r := &draft{service: s, spec: spec, form: s.formFor(spec, args), args: args, x: x,
		headers: x.Room[:0]}
	if r.headers == nil {
		r.headers = make([]Header, 0, mostHeaders)
	}
	r.partial, r.isFlat = a.Status == 206, x.Asked != nil && a.Field("body").IsZero()
	for _, f := range a.Fields {
		r.say(f)
	}
	head := r.form.method == "HEAD" || a.Status == 304
	switch {
	case !a.Accepted() && !inside(a):
		r.service.refuse(r, a)
	case r.form.answerBody != nil && !head:
		r.body = r.form.answerBody(r, a)
	case r.form.items != "":
		r.body = r.list(a)
	default:
		r.body = r.told(a)
	}
	if head {
		r.body = ""
	}
	r.ranged(a)
	if a.Status == 304 && s.name == "blob" {
		r.header("x-ms-error-code", "ConditionNotMet", "")
	}
	raw := r.answered(a)
	if raw.Lines != nil {
		raw.decided(a)
	}
	return raw
}

// answered puts the parts of an answer together.
func (r *draft) answered(a engine.Answer) Raw {
	if body := a.Field("body"); r.x.Asked != nil && body.IsZero() && strings.HasPrefix(r.body, firstLine) {
		r.body = flat(r.body)
	}
	raw := Raw{Status: a.Status, Reason: engine.StatusWords(a.Status), Headers: r.headers, Body: r.body}
	// a blob or a file whose type was cleared has none (blob/rules.md, "Block blobs")
	if raw.Body != "" && raw.Header("Content-Type") == "" &&
		(r.spec.Verb != "get-blob" && r.spec.Verb != "get-file" || !a.Accepted()) {
		raw.Headers = append(raw.Headers, Header{"Content-Type", mediaType(raw.Body)})
	}
	if a.Status != 204 && a.Status != 304 && raw.Header("Content-Length") == "" {
		raw.Headers = append(raw.Headers, Header{"Content-Length", strconv.Itoa(len(raw.Body))})
	}
	request := Header{"x-ms-request-id", requestID(r.x.Request)}
	if r.service.name == "bucket" {
		request.Name = "x-amz-request-id"
	}
	raw.Headers = append(raw.Headers, request, Header{"Date", r.x.At.Date()})
	r.more(&raw, a)
	if r.x.Asked == nil { // a client reads no lines
		raw.lines(strings.TrimSpace(fmt.Sprintf("HTTP/1.1 %d %s", a.Status, raw.Reason)))
	}
	return raw
}

// Plain is an answer that no operation gave.
func Plain(serviceName string, m *Message, status int, headers []Header, body string, x Context) Raw {
	x.Asked = m
	r := &draft{service: servicesByName[serviceName], spec: &engine.OpSpec{}, form: &form{method: m.Method},
		headers: headers, body: body, x: x}
	return r.answered(engine.Answer{Status: status})
}

// Refusal is what a service says of a message that asks for no operation.
func Refusal(serviceName string, m *Message, why *NotReadError, x Context) Raw {
	return refusalWith(serviceName, m, why, nil, x)
}

// refusalWith is a refusal whose body says more than its code and its message.
func refusalWith(serviceName string, m *Message, why *NotReadError, details []engine.Field, x Context) Raw {
	x.Asked = m
	r := &draft{service: servicesByName[serviceName], spec: &engine.OpSpec{}, form: &form{method: m.Method}, x: x}
	a := engine.Answer{Status: why.Status, Fields: details, Why: &engine.Cause{Rule: &engine.Rule{
		Fault: engine.Fault{Status: why.Status, Code: why.Code, Message: why.Message}}}}
	r.service.refuse(r, a)
	return r.answered(a)
}

// ranged says which bytes of how many a body has; of a range that lies behind the end only how many there are.
func (r *draft) ranged(a engine.Answer) {
	switch {
	case a.Status == 416 && a.Why != nil && !a.Why.Have.IsZero():
		r.header("Content-Range", "bytes */"+a.Why.Have.String(), "")
	case a.Status == 206:
		if whole, ok := a.Field("of").Int(); ok {
			from, _ := a.Field("from").Int()
			length, ok := a.Field("size").Int()
			if !ok {
				length = int64(len(a.Field("body").String()))
			}
			r.header("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, from+length-1, whole), "")
			return
		}
		size, sized := a.Field("size").Int()
		first, _, _ := strings.Cut(strings.TrimPrefix(r.value("range"), "bytes="), "-")
		from, err := strconv.ParseInt(first, 10, 64)
		length := int64(len(a.Field("body").String()))
		if err != nil {
			from = size - length
		}
		if sized {
			r.header("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, from+length-1, size), "")
		}
	}
}

// inside says whether a refusal is told within an answer that says yes: that of a group.
func inside(a engine.Answer) bool { return a.Status == 202 && !a.Field("answers").IsZero() }

// say sends one field of an answer to its header.
func (r *draft) say(f engine.Field) {
	place := r.service.said(r.form, f.Name)
	if place == "" || place[0] != '@' {
		return
	}
	name := strings.ReplaceAll(place[1:], "*", f.Name[strings.IndexByte(f.Name, '.')+1:])
	if f.Name == "content-md5" && r.partial {
		name = "x-ms-blob-content-md5" // Content-MD5 is that of the bytes that are sent
	}
	before, behind, two := strings.Cut(name, "+")
	value := r.shown(f)
	if two {
		first, second, _ := strings.Cut(value, "/")
		r.header(before, oneLine(first), "")
		r.header(behind, oneLine(second), "")
		return
	}
	r.header(name, oneLine(value), "")
}

// shown is a field of an answer as the service writes it.
func (r *draft) shown(f engine.Field) string {
	name := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	switch {
	case name == "etag" && r.form.bareTags:
		return strings.Trim(tags(f.Value, false), `"`)
	case name == "etag" && r.service.name != "table":
		return tags(f.Value, false)
	case name == "copy-source" && r.x.Asked != nil:
		path, moment, ok := strings.Cut(f.Value.String(), "?snapshot=")
		if ok {
			moment = "?snapshot=" + Escape(moment, "") // as the libraries send it
		}
		return strings.TrimSuffix(r.x.Asked.Endpoint(), "/") + "/" + Escape(path, "/") + moment
	case r.service.name == "bucket" && r.x.Asked != nil && strings.HasPrefix(f.Name, "meta."):
		return encodedWord(f.Value.String())
	case name == "lock-until":
		at, _ := f.Value.Instant()
		return isoDate(at)
	case name == "md5" && r.spec.Verb == "put-block-list" && r.x.Asked != nil:
		return r.x.Asked.Header("Content-MD5") // of the client's own document
	case name == "crc64" && r.spec.Verb == "put-block-list" && r.x.Asked != nil:
		return r.x.Asked.Header("x-ms-content-crc64")
	case name == "last-modified", name == "copy-completed", name == "created" &&
		r.service == blobs, name == "deleted-time", name == "inserted", name == "expires", name == "next-visible":
		return date(f.Value)
	}
	return f.Value.String()
}

// document is a body of XML, in the service's name space.
func (r *draft) document(root *node) string {
	if space := r.service.space; space != "" && len(root.kids) > 0 {
		root.kids[0].attributes = `xmlns="` + space + `"`
	}
	if r.isFlat {
		return root.flat()
	}
	return root.document()
}

// told is the body of an answer: its content, or the fields that stand in elements.
func (r *draft) told(a engine.Answer) string {
	if body := a.Field("body"); !body.IsZero() && r.service.said(r.form, "body") == ":" {
		return body.String()
	}
	root := &node{}
	if r.form.above != nil {
		r.form.above(r, root, a)
	}
	for _, f := range a.Fields {
		if place := r.service.said(r.form, f.Name); strings.HasPrefix(place, ":") && len(place) > 1 {
			root.set(starred(place[1:], f.Name), r.element(f))
		}
	}
	return r.document(root)
}

// starred is a place with what a name has behind its own for the star. Checksums are in capitals there.
func starred(place, name string) string {
	more := name[strings.IndexByte(name, '.')+1:]
	if strings.HasPrefix(name, "checksum.") {
		more = strings.ToUpper(more)
	}
	return strings.ReplaceAll(place, "*", more)
}

// element is a field as it stands in XML: Amazon writes dates there otherwise than in headers.
func (r *draft) element(f engine.Field) string {
	at, ok := f.Value.Instant()
	name := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	if r.service.name == "bucket" && (name == "key" || name == "prefix" || name == "next-key" ||
		name == "marker" && r.spec.Verb == "list-objects") {
		return r.key(f.Value.String())
	}
	if name == "marker" && (r.spec.Verb == "list-objects-v2" || r.spec.Verb == "list-buckets") {
		return token(f.Value.String())
	}
	if !ok || r.service.name != "bucket" ||
		name != "last-modified" && name != "created" && name != "initiated" {
		return r.shown(f)
	}
	return isoDate(at)
}

// isoDate is a moment in seconds, as Amazon writes it in XML and in the headers of a lock.
func isoDate(at engine.Instant) string {
	text := at.Stamp(0) // 2026-01-05T09:00:00.0000000Z
	return text[:strings.IndexByte(text, '.')] + ".000Z"
}

// list is the body of an answer that lists.
func (r *draft) list(a engine.Answer) string {
	root, entry := &node{}, (*node)(nil)
	root.at(r.form.items[:strings.LastIndexByte(r.form.items, '/')])
	if r.form.above != nil {
		r.form.above(r, root, a)
	}
	last := ""
	for _, f := range a.Fields {
		number, rest, ok := strings.Cut(f.Name, ".")
		if _, err := strconv.Atoi(number); !ok || err != nil {
			place := r.service.said(r.form, f.Name)
			if strings.HasPrefix(place, ":") && len(place) > 1 && f.Name != r.untold {
				root.set(place[1:], r.element(f))
			}
			continue
		}
		if number != last {
			r.ofEveryEntry(entry)
			entry, last = root.more(renamed(r.form.items, rest)), number
		}
		if key, isTag := strings.CutPrefix(rest, "tag."); isTag {
			tag := entry.at("Tags/TagSet").add("Tag", "")
			tag.add("Key", key)
			tag.add("Value", f.Value.String())
			continue
		}
		place := lookup(r.form.each, places{}, rest)
		if list, of, several := strings.Cut(place, "+"); several { // as AccessRightList+AccessRight
			for _, right := range rights(f.Value.String()) {
				entry.at(list[1:]).add(of, right)
			}
			continue
		}
		if strings.HasPrefix(place, ":") {
			entry.set(starred(place[1:], rest),
				r.element(engine.Field{Name: rest, Value: f.Value}))
		}
		if rest == "directory" {
			entry.set("Properties", "") // of a directory there are none, in an element that clients look for
		}
	}
	r.ofEveryEntry(entry)
	if r.x.Asked != nil && r.form.owned != nil {
		above, name := root.at(r.form.items[:strings.LastIndexByte(r.form.items, '/')]), leaf(r.form.items)
		for _, one := range above.kids {
			if one.name == name {
				r.form.owned(r, one)
			}
		}
	}
	if r.x.Asked != nil && strings.HasPrefix(r.form.items, "EnumerationResults") && a.Field("marker").IsZero() {
		root.set("EnumerationResults/NextMarker", "") // behind the entries, which are one element
	}
	return r.document(root)
}

// ofEveryEntry is what an entry of a list says to a real client whatever it is, behind its own: its name stands first.
//
// Source: Azure REST, "List Blobs", "List Containers", Response body.
func (r *draft) ofEveryEntry(entry *node) {
	switch {
	case entry == nil || r.x.Asked == nil:
	case entry.name == "Container":
		entry.set("Properties/HasImmutabilityPolicy", "false")
		entry.set("Properties/HasLegalHold", "false")
	case r.spec.Verb == "list-blobs" && entry.name == "Blob":
		entry.set("Properties/ServerEncrypted", "true")
	}
}

func leaf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// rights are the letters of an open's access as FileREST lists them.
func rights(letters string) (list []string) {
	for _, right := range []string{"Read", "Write", "Delete"} {
		if strings.Contains(letters, right[:1]) {
			list = append(list, right)
		}
	}
	return list
}

// renamed is the path of an entry that is a prefix of names, which stands in an element of its own.
func renamed(items, field string) string {
	switch {
	case field == "prefix" && strings.HasSuffix(items, "/Blob"):
		return strings.TrimSuffix(items, "Blob") + "BlobPrefix"
	case field == "prefix":
		return items[:strings.LastIndexByte(items, '/')+1] + "CommonPrefixes"
	case field == "directory":
		return strings.TrimSuffix(items, "File") + "Directory"
	}
	return items
}

// asked is the query as it stands behind a path.
func asked(query []Header) string {
	var b strings.Builder
	sign := byte('?')
	for _, q := range query {
		b.WriteByte(sign)
		b.WriteString(q.Name)
		if q.Value != "" {
			b.WriteString("=" + Escape(q.Value, ""))
		}
		sign = '&'
	}
	return b.String()
}

// fill puts a target into a template. What stands behind the second slash is one part.
func fill(template, target string) string {
	first, rest, _ := strings.Cut(target, "/")
	second, third, _ := strings.Cut(rest, "/")
	return strings.NewReplacer("{all}", Escape(target, "/"), "{box}", Escape(target, "/"), "{name}",
		Escape(target, "/"), "{first}", Escape(first, ""), "{rest}", Escape(rest, "/"),
		"{second}", Escape(strings.ReplaceAll(second, "'", "''"), ""), "{third}",
		Escape(strings.ReplaceAll(third, "'", "''"), "")).Replace(template)
}

// Escape is a text percent-encoded, but for what is free everywhere and what is named.
func Escape(text, free string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if letter || strings.IndexByte("-._~"+free, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

// oneLine is a text that a header can hold.
func oneLine(text string) string {
	return strings.TrimSpace(noBreaks.Replace(text))
}

var noBreaks = strings.NewReplacer("\r", " ", "\n", " ")

// requestID is a GUID made of a request's number.
func requestID(number int) string {
	id := []byte("00000000-0000-4000-8000-000000000000")
	for i := len(id) - 1; number > 0 && id[i] != '-'; i, number = i-1, number/10 {
		id[i] = byte('0' + number%10)
	}
	return string(id)
}

// stamp is a moment as Amazon's signature wants it.
func stamp(at engine.Instant) string {
	text := at.Stamp(0) // 2026-01-05T09:00:00.0000000Z
	return strings.NewReplacer("-", "", ":", "").Replace(text[:strings.IndexByte(text, '.')]) + "Z"
}
