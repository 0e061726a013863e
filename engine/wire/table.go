package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/table"
)

// tables are Azure's tables.
//
// Source: Azure REST, "Operations on tables", "Operations on entities", "Payload format"; table/rules.md, "Operations
// and outcomes", "Table operations", "Entity group transactions", "Reading, queries, isolation" and "Error codes".
var tables = reckoned(&service{
	name: "table", always: append([]Header{{"Accept", "application/json;odata=minimalmetadata"}}, azure...),
	refuse: tableError, forms: tableForms,
	host: accountHost("table"),
	defaultPlaces: azurePolicies + `
		path=/ partition=: body=: .*=: operations=: second=: prefer=@Prefer if-match=@If-Match
		if-none-match=@If-None-Match filter=?$filter select=?$select top=?$top next=?NextPartitionKey+NextRowKey
		metadata=@Accept
	`,
	says: saidPolicies + geoStats + counted + `
		etag=@ETag version=-the_program's_own_count_of_versions body=-the_properties_beside_it .*=: name=:
		preference-applied=@Preference-Applied
		next=@x-ms-continuation-NextPartitionKey+x-ms-continuation-NextRowKey answers=: index=: message=:
	`,
})

const entity = "/{first}(PartitionKey='{second}',RowKey='{third}')"

// tablePath is a path as the rows write it: of an entity the order of its keys means nothing, and blanks may stand
// between them. Source: OData Version 2.0, "URI Conventions", 2.2 "Addressing Entries".
func tablePath(path string) string {
	if path == "/Tables()" {
		return "/Tables"
	}
	at := strings.IndexByte(path, '(')
	if at < len("/x") || path[0] != '/' {
		return path
	}
	name, partition, rest, ok := entityKey(path[at+1:])
	rest, comma := strings.CutPrefix(rest, ",")
	second, row, rest, too := entityKey(rest)
	if !ok || !comma || !too || name == second || rest != ")" {
		return path
	}
	switch {
	case name == "RowKey":
		partition, row = row, partition
	case len(path) == at+len("(PartitionKey='',RowKey='')")+len(partition)+len(row): // without blanks
		return path
	}
	return path[:at] + "(PartitionKey='" + partition + "',RowKey='" + row + "')"
}

// entityKey is a key in the address of an entity, between blanks, and what stands behind it.
func entityKey(text string) (name, value, rest string, ok bool) {
	name, text, _ = strings.Cut(strings.TrimLeft(text, " "), "='")
	if at := keyLength(text); (name == "PartitionKey" || name == "RowKey") && at < len(text) {
		return name, text[:at], strings.TrimLeft(text[at+1:], " "), true
	}
	return "", "", "", false
}

var tableForms = []form{
	{verb: "create-table", read: readTableName, method: "POST", target: "/Tables", places: "path=:", fixed: jsonType,
		body:       tableName,
		answerBody: tableBody},
	{verb: "get-table", method: "GET", target: "/Tables('{name}')", answerBody: tableBody},
	{verb: "query-entities", implied: "metadata=minimal", method: "GET", target: "/{box}()", answerBody: entitiesBody},
	{verb: "query-tables", method: "GET", target: "/Tables", places: "next=?NextTableName",
		says: "next=@x-ms-continuation-NextTableName", answerBody: entitiesBody},
	{verb: "get-table-acl", method: "GET", target: "/{box}?comp=acl", answerBody: identifiersBody},
	{verb: "set-table-acl", read: readIdentifiers, method: "PUT", target: "/{box}?comp=acl", body: identifiers},
	{verb: "get-table-service-properties", method: "GET", target: "/?restype=service&comp=properties",
		answerBody: propertiesBody},
	{verb: "get-table-service-stats", also: "HEAD", method: "GET", target: "/?restype=service&comp=stats",
		answerBody: statsBody},
	{verb: "set-table-service-properties", read: readProperties, method: "PUT",
		target: "/?restype=service&comp=properties", body: properties},
	{verb: "delete-table", method: "DELETE", target: "/Tables('{name}')"},
	{verb: "insert-entity", read: readEntity, method: "POST", target: "/{first}", fixed: jsonType, body: whole,
		answerBody: entityBody},
	{verb: "get-entity", method: "GET", target: entity, answerBody: entityBody},
	{verb: "update-entity", needs: "if-match", read: readEntity, method: "PUT", target: entity, fixed: jsonType,
		body: whole},
	{verb: "merge-entity", also: "PATCH", needs: "if-match", read: readEntity, method: "MERGE", target: entity,
		fixed: jsonType, body: whole},
	{verb: "insert-or-replace-entity", read: readEntity, method: "PUT", target: entity, fixed: jsonType, body: whole},
	{verb: "insert-or-merge-entity", also: "PATCH", read: readEntity, method: "MERGE", target: entity, fixed: jsonType,
		body: whole},
	{verb: "delete-entity", method: "DELETE", target: entity},
	{verb: "entity-group-transaction", grouped: true, method: "POST", target: "/$batch",
		fixed: "Content-Type: multipart/mixed; boundary=" + outerMark, body: batch, answerBody: batchBody},
}

const (
	jsonType   = "Content-Type: application/json"
	jsonAnswer = "application/json;odata=minimalmetadata"
	outerMark  = "batch_1"
	innerMark  = "changeset_1"
)

func tableName(r *draft) string {
	return document([]table.Property{{Name: "TableName", JSON: text(r.value("path"))}})
}

func tableBody(r *draft, a engine.Answer) string {
	if a.Status == 204 {
		return ""
	}
	r.header("Content-Type", r.jsonType(), "")
	return document(append(r.context("Tables", "/@Element"), r.entityOf(a.Fields)...))
}

// whole is an entity as a write sends it, its keys among its properties.
func whole(r *draft) string {
	list, ok := table.Properties(r.value("body"), r.args)
	if !ok {
		return r.value("body") // no entity: a client can send that too
	}
	parts := strings.SplitN(r.spec.Target(r.args), "/", 3)
	keys := []table.Property{}
	for i, name := range []string{"PartitionKey", "RowKey"} {
		at := slices.IndexFunc(list, func(p table.Property) bool {
			return p.Name == name && (r.form.target == entity || p.JSON == "null")
		})
		switch {
		case at >= 0: // other than the address says, or nothing at all
			keys = append(keys, list[at])
		case len(parts) > i+1:
			keys = append(keys, table.Property{Name: name, JSON: text(parts[i+1])})
		}
	}
	return document(append(keys, own(list)...))
}

// own are the properties beside the keys: a body that says them says them once.
func own(list []table.Property) (rest []table.Property) {
	for _, p := range list {
		if p.Name != "PartitionKey" && p.Name != "RowKey" {
			rest = append(rest, p)
		}
	}
	return rest
}

// text is a text as JSON.
func text(s string) string {
	list, _ := table.Properties("", []engine.Arg{{Name: ".",
		Value: engine.Text("'" + strings.ReplaceAll(s, "'", "''") + "'")}})
	return list[0].JSON
}

// document is a JSON object, a property on each line, each behind the type that it needs.
func document(list []table.Property) string {
	lines := make([]string, 0, len(list))
	for _, p := range list {
		if p.Type != "" {
			lines = append(lines, "  "+text(p.Name+"@odata.type")+": "+text(p.Type))
		}
		lines = append(lines, "  "+text(p.Name)+": "+p.JSON)
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n"
}

// entityBody is one entity of an answer.
func entityBody(r *draft, a engine.Answer) string {
	if a.Status == 204 {
		return ""
	}
	r.header("Content-Type", r.jsonType(), "")
	set, _, _ := strings.Cut(r.spec.Target(r.args), "/")
	return document(append(r.context(set, "/@Element"), r.entityOf(a.Fields)...))
}

// entries are the fields of a list, by entry.
func entries(a engine.Answer) (list [][]engine.Field) {
	for _, f := range a.Fields {
		number, rest, _ := strings.Cut(f.Name, ".")
		n, err := strconv.Atoi(number)
		if err != nil {
			continue
		}
		for len(list) <= n {
			list = append(list, nil)
		}
		list[n] = append(list[n], engine.Field{Name: rest, Value: f.Value})
	}
	return list
}

func entitiesBody(r *draft, a engine.Answer) string {
	r.header("Content-Type", r.jsonType(), "")
	set := r.spec.Target(r.args)
	if r.form.target == "/Tables" {
		set = "Tables"
	}
	above := ""
	for _, p := range r.context(set, "") {
		above = "  " + text(p.Name) + ": " + p.JSON + ",\n"
	}
	var texts []string
	for _, fields := range entries(a) {
		texts = append(texts, strings.TrimSuffix(document(r.entityOf(fields)), "\n"))
	}
	if len(texts) == 0 {
		return "{\n" + above + "  \"value\": []\n}\n"
	}
	return "{\n" + above + "  \"value\": [\n" + strings.Join(texts, ",\n") + "\n  ]\n}\n"
}

// batch is a group as one body of several requests.
//
// Source: Azure REST, "Performing entity group transactions"; table/rules.md, "Entity group transactions".
func batch(r *draft) string {
	if r.x.Spec == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "--%s\n", outerMark)
	if r.readsAlone() {
		r.inner(&b, r.members(r.arg("operations"))[0])
	} else {
		r.changes(&b, r.arg("operations"), innerMark)
	}
	if second := r.arg("second"); !second.IsZero() {
		fmt.Fprintf(&b, "--%s\n", outerMark)
		r.changes(&b, second, "changeset_2")
	}
	fmt.Fprintf(&b, "--%s--\n", outerMark)
	return crossed(b.String())
}

// changes is one set of requests, each with its own method, headers and body.
func (r *draft) changes(b *strings.Builder, operations engine.Value, mark string) {
	fmt.Fprintf(b, "Content-Type: multipart/mixed; boundary=%s\n\n", mark)
	for _, one := range r.members(operations) {
		fmt.Fprintf(b, "--%s\n", mark)
		r.inner(b, one)
	}
	fmt.Fprintf(b, "--%s--\n", mark)
}

// inner is one request of a group.
func (r *draft) inner(b *strings.Builder, one Raw) {
	fmt.Fprintf(b, "Content-Type: application/http\nContent-Transfer-Encoding: binary\n\n%s %s HTTP/1.1\n", one.Method,
		one.URL)
	for _, name := range []string{"Content-Type", "Accept", "If-Match", "Prefer"} {
		if value := one.Header(name); value != "" {
			fmt.Fprintf(b, "%s: %s\n", name, value)
		}
	}
	b.WriteString(partBody(one.Body))
}

// members are the requests of a group as each would travel alone.
func (r *draft) members(operations engine.Value) (all []Raw) {
	list, _ := engine.Requests(operations, r.x.Spec)
	for _, one := range list {
		if spec := r.x.Spec(one.Verb); spec != nil {
			args := rooted(spec, one.Args, r.spec.Target(r.args), r.value("partition"))
			all = append(all, r.service.request(spec, args, Context{At: r.x.At, Request: r.x.Request}))
		}
	}
	return all
}

// readsAlone says whether a group is one read, which stands in no change set, nor its answer.
func (r *draft) readsAlone() bool {
	list, _ := engine.Requests(r.arg("operations"), r.x.Spec)
	if len(list) != 1 || r.x.Spec(list[0].Verb) == nil {
		return false
	}
	return r.x.Spec(list[0].Verb).Group == engine.GroupRead
}

// rooted are the arguments of a request in a group with the whole name of its entity: within the group it is a row
// alone.
func rooted(spec *engine.OpSpec, args []engine.Arg, box, partition string) []engine.Arg {
	list := make([]engine.Arg, 0, len(args))
	for _, a := range args {
		if a.Name == spec.Params()[0].Name && !strings.HasPrefix(a.Value.String(), box+"/") {
			switch strings.Count(a.Value.String(), "/") {
			case 0:
				a.Value = engine.Text(box + "/" + partition + "/" + a.Value.String())
			case 1:
				a.Value = engine.Text(box + "/" + a.Value.String())
			}
		}
		list = append(list, a)
	}
	return list
}

// partBody is what stands behind the headers of one part: a blank line and the body. The end of line before the next
// boundary belongs to the boundary, so that a part without a body has one more.
func partBody(body string) string {
	if body == "" {
		return "\n\n"
	}
	return "\n" + body
}

// crossed gives the lines of a body of several parts the ends that HTTP wants.
func crossed(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// batchBody is what a group answers: one answer for each request, or the one that refused them all.
func batchBody(r *draft, a engine.Answer) string {
	r.header("Content-Type", "multipart/mixed; boundary=batchresponse_1", "")
	var b strings.Builder
	mark := "changesetresponse_1"
	if r.x.Spec != nil && r.readsAlone() {
		mark = "batchresponse_1"
	} else {
		fmt.Fprintf(&b, "--batchresponse_1\nContent-Type: multipart/mixed; boundary=%s\n\n", mark)
	}
	listed := entries(a)
	for i, one := range statuses(a) {
		status := one.status
		fmt.Fprintf(&b, "--%s\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\nHTTP/1.1 %d %s\n",
			mark, status, engine.StatusWords(status))
		body := ""
		if r.x.Asked != nil {
			b.WriteString(partAlways)
		}
		if status >= 400 {
			b.WriteString(r.partType())
			body = failure(r, one.code, sentence(r, a))
			if r.x.Asked != nil { // clients look for it on one line
				var b bytes.Buffer
				if json.Compact(&b, []byte(body)) == nil {
					body = b.String() + "\n"
				}
			}
		} else if i < len(listed) {
			b.WriteString(r.partHeaders(i, listed[i]))
			if status != 204 {
				b.WriteString(r.partType())
				body = document(r.entityOf(listed[i]))
			}
		}
		b.WriteString(partBody(body))
	}
	if mark != "batchresponse_1" {
		fmt.Fprintf(&b, "--%s--\n", mark)
	}
	b.WriteString("--batchresponse_1--\n")
	return crossed(b.String())
}

// partAlways are the headers of every answer in a group to a real client.
//
// Source: Azure REST, "Performing entity group transactions", "Sample response".
const partAlways = "X-Content-Type-Options: nosniff\nCache-Control: no-cache\nDataServiceVersion: 3.0;\n"

func (r *draft) partType() string {
	if r.x.Asked == nil {
		return ""
	}
	return "Content-Type: " + jsonAnswer + "\n"
}

// partHeaders say of one answer of a group which entity it is about, in the two headers by which client libraries find
// it, and its ETag.
//
// Source: Azure REST, "Performing entity group transactions", "Response".
func (r *draft) partHeaders(i int, fields []engine.Field) string {
	headers := ""
	if said := (engine.Answer{Fields: fields}).Field("preference-applied"); !said.IsZero() {
		headers += "Preference-Applied: " + said.String() + "\n"
	}
	if list, _ := engine.Requests(r.arg("operations"), r.x.Spec); r.x.Asked != nil && i < len(list) {
		args := rooted(r.x.Spec(list[i].Verb), list[i].Args, r.spec.Target(r.args), r.value("partition"))
		address := strings.TrimSuffix(r.x.Asked.Endpoint(), "/") + fill(entity, r.x.Spec(list[i].Verb).Target(args))
		if list[i].Verb == "insert-entity" {
			headers += "Location: " + address + "\n"
		}
		headers += "DataServiceId: " + address + "\n"
	}
	if tag := (engine.Answer{Fields: fields}).Field("etag"); !tag.IsZero() {
		headers += "ETag: " + tag.String() + "\n"
	}
	return headers
}

// verdict is one answer within an answer: a status, and of a refusal its code.
type verdict struct {
	status int
	code   string
}

// statuses are the inner statuses of a group's answer.
func statuses(a engine.Answer) (list []verdict) {
	all, _ := a.Field("answers").List()
	if len(all) > 0 {
		if _, single := all[0].Int(); single {
			all = []engine.Value{a.Field("answers")}
		}
	}
	for _, one := range all {
		words, _ := one.List()
		if len(words) == 0 {
			continue
		}
		if n, ok := words[0].Int(); ok {
			list = append(list, verdict{int(n), append(words, engine.Value{})[1].String()})
		}
	}
	return list
}

// tableError is a refusal in JSON.
//
// Source: table/rules.md, "Error codes", "Body".
func tableError(r *draft, a engine.Answer) {
	r.header("Content-Type", jsonAnswer, "")
	r.body = failure(r, a.Code(), sentence(r, a))
}

func failure(r *draft, code, said string) string {
	said += "\nRequestId:" + requestID(r.x.Request) + "\nTime:" + r.x.At.Stamp(0)
	return "{\n  \"odata.error\": {\n    \"code\": " + text(code) +
		",\n    \"message\": {\n      \"lang\": \"en-US\",\n      \"value\": " +
		text(said) + "\n    }\n  }\n}\n"
}
