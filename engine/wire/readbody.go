package wire

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/table"
)

// badXML is a body that is no XML of its operation.
func (r *reader) badXML() error {
	if r.service.name == "bucket" {
		return &NotReadError{400, "MalformedXML",
			"The XML you provided was not well-formed or did not validate against our published schema"}
	}
	return &NotReadError{400, "InvalidXmlDocument", "XML specified is not syntactically valid."}
}

// deepest is how deep the elements of a body may stand in each other.
const deepest = 16

// element reads the body as XML, whose outermost element is called so.
func (r *reader) element(name string) (*node, error) {
	top := &node{}
	open := []*node{top}
	decoder := xml.NewDecoder(strings.NewReader(r.m.Body))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || len(open) > deepest {
			return nil, r.badXML()
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, last.add(token.Name.Local, ""))
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			last.text += string(token)
		}
	}
	if len(top.kids) != 1 || top.kids[0].name != name {
		return nil, r.badXML()
	}
	return top.kids[0], nil
}

// text is the text of the element of a name within this one; empty where there is none.
func (n *node) textOf(name string) string {
	if kid := n.named(name); kid != nil {
		return kid.text
	}
	return ""
}

func readContent(r *reader) error {
	r.put("body", engine.Text(r.m.Body))
	return nil
}

// readIdentifiers reads access policies.
func readIdentifiers(r *reader) error {
	if r.m.Body == "" {
		return nil
	}
	all, err := r.element("SignedIdentifiers")
	if err != nil {
		return err
	}
	for _, part := range [][2]string{{"policy.", "Permission"}, {"policy-start.", "Start"},
		{"policy-expiry.", "Expiry"}} {
		for _, one := range all.kids {
			policy := one.named("AccessPolicy")
			if policy == nil {
				policy = &node{}
			}
			bare := policy.named("Start") == nil && policy.named("Expiry") == nil
			if text := strings.TrimSpace(policy.textOf(part[1])); policy.named(part[1]) != nil ||
				part[1] == "Permission" && bare {
				r.put(part[0]+strings.TrimSpace(one.textOf("Id")), engine.Text(text))
			}
		}
	}
	return nil
}

// tagSet is the set of tags in an element.
func (r *reader) tagSet(within string) (*node, error) {
	top, err := r.element(within)
	if err != nil {
		return nil, err
	}
	if set := top.named("TagSet"); set != nil {
		return set, nil
	}
	return nil, r.badXML()
}

func readTags(r *reader) error {
	set, err := r.tagSet("Tags")
	if err != nil {
		return err
	}
	for _, one := range set.kids {
		r.put("tag."+one.textOf("Key"), engine.Text(one.textOf("Value")))
	}
	return nil
}

func readTagging(r *reader) error {
	set, err := r.tagSet("Tagging")
	if err != nil {
		return err
	}
	return r.wholeTags(set)
}

// wholeTags reads tags of which each has its name and its value.
func (r *reader) wholeTags(set *node) error {
	for _, one := range set.kids {
		if one.named("Key") == nil || one.named("Value") == nil {
			return r.badXML()
		}
		r.put("tag."+one.textOf("Key"), engine.Text(one.textOf("Value")))
	}
	return nil
}

// fromPairs reads tags from a header, which has them as a query has its words.
//
// Source: bucket/rules.md and blob/rules.md, "Tags". Assumed: what the blob service says of a header that is none.
func (r *reader) fromPairs(param, name string) error {
	said, _ := r.look(name)
	r.look("x-amz-tagging-directive")
	if r.form.verb == "copy-object" && !r.directs("tagging") {
		return nil
	}
	list, err := pairsOf(said)
	switch {
	case err != nil && r.service == buckets:
		return &NotReadError{400, "InvalidArgument", "The header '" + name +
			"' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates."}
	case err != nil:
		return &NotReadError{400, "InvalidHeaderValue",
			"The value for one of the HTTP headers is not in the correct format: " + name + "."}
	}
	for _, pair := range list {
		r.put(strings.TrimSuffix(param, "*")+pair.Name, engine.Text(strings.Clone(pair.Value)))
	}
	return nil
}

func readRetention(r *reader) error {
	top, err := r.element("Retention")
	if err != nil {
		return err
	}
	for _, place := range [...][2]string{{"lock-mode", "Mode"}, {"lock-until", "RetainUntilDate"}} {
		if one := top.named(place[1]); one != nil {
			r.put(place[0], engine.Text(strings.TrimSpace(one.text)))
		}
	}
	return nil
}

func readLegalHold(r *reader) error {
	top, err := r.element("LegalHold")
	if err == nil && top.textOf("Status") != "" {
		r.put("legal-hold", engine.Text(top.textOf("Status")))
	}
	return err
}

// readBlocks reads a list of blocks, each behind where it is searched.
func readBlocks(r *reader) error {
	list, err := r.element("BlockList")
	if err != nil {
		return err
	}
	words := []engine.Value{}
	for _, kid := range list.kids {
		if kid.name != "Committed" && kid.name != "Uncommitted" && kid.name != "Latest" {
			return r.badXML()
		}
		words = append(words, engine.Text(strings.ToLower(kid.name)), engine.Text(strings.TrimSpace(kid.text)))
	}
	r.put("blocks", engine.List(words...))
	return nil
}

// sumOfList is a checksum that a client made of its own document of a block list, as that of the document that the list
// is here: blanks between the elements, quotes and the order of attributes are each client's own. One that is wrong
// stays.
func (r *reader) sumOfList(param, said string) string {
	sums := map[string]func(string) string{"crc64": func(s string) string { return engine.AzureCRC64([]byte(s)) },
		"md5": func(s string) string {
			sum := md5.Sum([]byte(s))
			return base64.StdEncoding.EncodeToString(sum[:])
		}}
	sum := sums[param]
	if sum == nil || r.form.verb != "put-block-list" || sum(r.m.Body) != said {
		return said
	}
	return sum(Request(r.op, r.list, Context{}).Body)
}

func readMessage(r *reader) error {
	if r.m.Body == "" {
		return nil
	}
	if text, ok := bareMessage(r.m.Body); ok {
		r.put("text", engine.Text(strings.Clone(text)))
		return nil
	}
	top, err := r.element("QueueMessage")
	if err != nil {
		return err
	}
	if text := top.named("MessageText"); text != nil {
		r.put("text", engine.Text(text.text))
	}
	return nil
}

// bareMessage is the text of a message as the libraries send most: nothing stands in it that XML writes otherwise.
func bareMessage(body string) (text string, ok bool) {
	text, ok = strings.CutPrefix(strings.TrimPrefix(body, declaration),
		"<QueueMessage><MessageText>")
	if !ok {
		return "", false
	}
	text, ok = strings.CutSuffix(text, "</MessageText></QueueMessage>")
	return text, ok && isBare(text)
}

// readProperties reads elements of the service's properties, each with what stands in it as XML.
func readProperties(r *reader) error {
	top, err := r.element("StorageServiceProperties")
	if err != nil {
		return err
	}
	for _, kid := range top.kids {
		r.put("property."+kid.name, engine.Text(kid.inner()))
	}
	return nil
}

// inner is what stands in an element, as XML on one line.
func (n *node) inner() string {
	if len(n.kids) == 0 {
		return strings.TrimSpace(n.text)
	}
	var b strings.Builder
	for _, kid := range n.kids {
		b.WriteString("<" + kid.name + ">")
		if len(kid.kids) == 0 {
			b.WriteString(escapeXML(strings.TrimSpace(kid.text)))
		} else {
			b.WriteString(kid.inner())
		}
		b.WriteString("</" + kid.name + ">")
	}
	return b.String()
}

func readPolicy(r *reader) error {
	r.put("policy", engine.Text(r.m.Body))
	return nil
}

func readLocation(r *reader) error {
	if strings.TrimSpace(r.m.Body) == "" {
		return nil
	}
	top, err := r.element("CreateBucketConfiguration")
	if err != nil {
		return err
	}
	if region := strings.TrimSpace(top.textOf("LocationConstraint")); region != "" {
		r.put("region", engine.Text(region))
	}
	if set := top.named("Tags"); set != nil {
		return r.wholeTags(set)
	}
	return nil
}

func readVersioning(r *reader) error {
	top, err := r.element("VersioningConfiguration")
	if err == nil {
		r.put("status", engine.Text(top.textOf("Status")))
	}
	return err
}

func readRolePolicy(r *reader) error {
	form, err := url.ParseQuery(r.m.Body)
	if err != nil || form.Get("Action") != "PutRolePolicy" {
		return &NotReadError{400, "InvalidAction", "Could not find operation " + form.Get("Action") + "."}
	}
	r.put("role", engine.Text(form.Get("RoleName")))
	r.put("policy", engine.Text(form.Get("PolicyDocument")))
	return nil
}

// pair is a value of the form name=value within a list.
func pair(name string, v engine.Value) engine.Value {
	return engine.List(engine.Text(name), engine.Text("="), v)
}

func unquoted(tag string) engine.Value { return engine.Text(strings.Trim(strings.TrimSpace(tag), `"`)) }

// readKeys reads the keys to be deleted.
func readKeys(r *reader) error {
	top, err := r.element("Delete")
	if err != nil {
		return err
	}
	keys := []engine.Value{}
	for _, object := range top.kids {
		if object.name != "Object" {
			continue
		}
		one := []engine.Value{engine.Text(object.textOf("Key"))}
		if tag := object.named("ETag"); tag != nil {
			one = append(one, pair("if-match", unquoted(tag.text)))
		}
		if id := object.textOf("VersionId"); id != "" {
			one = append(one, pair("version-id", engine.Text(id)))
		}
		keys = append(keys, engine.List(one...))
	}
	r.put("keys", engine.List(keys...))
	if top.textOf("Quiet") == "true" {
		r.put("quiet", engine.Text("true"))
	}
	return nil
}

func badJSON() error {
	return &NotReadError{400, "InvalidInput", "One of the request inputs is not valid."}
}

// object reads the body as one object of JSON, its members in their order; ok is false where it is none.
func (r *reader) object() (list []member, ok bool) {
	if list, ok = flatObject(r.m.Body); ok {
		return list, true
	}
	return decodedObject(r.m.Body)
}

func decodedObject(body string) (list []member, ok bool) {
	decoder := json.NewDecoder(strings.NewReader(body))
	decoder.UseNumber()
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, false
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, false
		}
		m := member{name: name.(string)}
		if decoder.Decode(&m.value) != nil {
			return nil, false
		}
		list = append(list, m)
	}
	_, err := decoder.Token()
	return list, err == nil
}

// member is one name of an object and its value: a text, a json.Number, a bool, nil, or what no property can be.
type member struct {
	name  string
	value any
}

// said is the text that an object says of a name.
func said(list []member, name string) (text string, ok bool) {
	for _, m := range list {
		if m.name == name {
			text, ok = m.value.(string)
		}
	}
	return text, ok
}

func readTableName(r *reader) error {
	list, ok := r.object()
	if !ok {
		return badJSON()
	}
	name, ok := said(list, "TableName")
	if !ok {
		return &NotReadError{400, "PropertiesNeedValue",
			"The values are not specified for all properties in the entity."}
	}
	r.put("path", engine.Text(name))
	return nil
}

// readEntity reads the properties of an entity; a new one has its keys among them. What is no entity stays a body, and
// the service says what it thinks of it.
func readEntity(r *reader) error {
	list, ok := r.object()
	if !ok {
		return readContent(r)
	}
	box, address, _ := strings.Cut(r.list[0].Value.String(), "/")
	isNew := !strings.Contains(r.form.target, "{third}")
	partition, hasPartition := said(list, "PartitionKey")
	row, hasRow := said(list, "RowKey")
	switch {
	case isNew && hasPartition && hasRow:
		r.list[0].Value = engine.Text(box + "/" + partition + "/" + row)
	case isNew && hasPartition:
		r.list[0].Value = engine.Text(box + "/" + partition)
	}
	same := hasPartition && hasRow && partition+"/"+row == address
	for _, m := range list {
		text, isText := m.value.(string)
		switch {
		case strings.Contains(m.name, "odata."):
			continue
		case m.name == "PartitionKey" && isText && (same || isNew || strings.HasPrefix(address, text+"/")):
			continue
		case m.name == "RowKey" && isText && (same || isNew || strings.HasSuffix(address, "/"+text)):
			continue
		}
		edm, _ := said(list, m.name+"@odata.type")
		r.put("."+m.name, literal(m.value, edm))
	}
	return nil
}

// literal is a value of JSON, with the type that stands beside it, as the literal of a property: in the short form
// where it fits. No property is a list or an object: both come as a list.
//
// Source: table/rules.md, "Types, limits, validation", the JSON forms of the types.
func literal(v any, edm string) engine.Value {
	text := ""
	switch v := v.(type) {
	case nil:
		return engine.Text("null")
	case bool:
		text = strconv.FormatBool(v)
	case json.Number:
		text = v.String()
	case string:
		if edm == "" || edm == "Edm.String" {
			return engine.Text(table.StringLiteral(v))
		}
		text = v
	default:
		return noValue(v)
	}
	if edm != "" {
		text = edm + "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	plain, _ := table.Properties("", []engine.Arg{{Name: ".", Value: engine.Text(text)}})
	return engine.Text(plain[0].Text)
}

// noValue is what stands in a list or an object, each as a text.
func noValue(v any) engine.Value {
	texts := []engine.Value{}
	list, isList := v.([]any)
	if !isList {
		list = []any{v}
	}
	for _, one := range list {
		text, isText := one.(string)
		if encoded, err := json.Marshal(one); !isText && err == nil {
			text = string(encoded)
		}
		texts = append(texts, engine.Text(text))
	}
	return engine.List(texts...)
}
