package wire

import (
	"encoding/json"
	"strings"

	"interleave/engine"
	"interleave/engine/table"
)

// metadata is how much of OData's own an answer tells beside the data: none, minimal or full.
//
// Source: Azure REST, "Payload format for Table service operations"; table/rules.md, "State", E7, and "Payloads".
func (r *draft) metadata() string {
	if r.x.Asked == nil {
		if kind := r.value("metadata"); kind != "" {
			return kind
		}
		return "minimal"
	}
	format := r.x.Asked.Header("Accept")
	if pairs, err := pairsOf(r.x.Asked.Query); err == nil {
		for _, q := range pairs {
			if q.Name == "$format" {
				format = q.Value
			}
		}
	}
	switch format = strings.ToLower(format); {
	case strings.Contains(format, "odata=nometadata"):
		return "none"
	case strings.Contains(format, "odata=fullmetadata"):
		return "full"
	}
	return "minimal"
}

func (r *draft) jsonType() string {
	switch r.metadata() {
	case "none":
		return "application/json;odata=nometadata"
	case "full":
		return "application/json;odata=fullmetadata"
	}
	return jsonAnswer
}

// context is where the service describes what a body holds: a set of tables or of entities, or one element of it. It
// stands in what a client is told, and on screen where the whole of the metadata is asked for.
func (r *draft) context(set, element string) []table.Property {
	switch r.metadata() {
	case "none":
		return nil
	case "minimal":
		if r.x.Asked == nil {
			return nil
		}
	}
	address := r.root() + "/$metadata#" + set + element
	if picked := r.value("select"); picked != "" {
		address += "&$select=" + strings.Join(listed(r.arg("select")), ",")
	}
	return []table.Property{{Name: "odata.metadata", JSON: text(address)}}
}

// root is the address of the account.
func (r *draft) root() string {
	if r.x.Asked != nil {
		return strings.TrimSuffix(r.x.Asked.Endpoint(), "/")
	}
	return "https://devstore.table.core.windows.net"
}

// named are the type, the id and the link by which the whole metadata names a table or an entity; the ETag stands
// between the last two. Empty where the answer does not say what it is about.
func (r *draft) named(set, link string, tag []table.Property) []table.Property {
	if r.metadata() != "full" || link == "" {
		return tag
	}
	account := "devstore"
	if r.x.Asked != nil {
		account = r.x.Asked.Account
	}
	list := append([]table.Property{{Name: "odata.type", JSON: text(account + "." + set)},
		{Name: "odata.id", JSON: text(r.root() + "/" + link)}}, tag...)
	return append(list, table.Property{Name: "odata.editLink", JSON: text(link)})
}

// entityOf is an entity or a table as an answer tells it.
func (r *draft) entityOf(fields []engine.Field) []table.Property {
	kind := r.metadata()
	set, rest, _ := strings.Cut(r.spec.Target(r.args), "/")
	partition, row, _ := strings.Cut(rest, "/")
	keys := strings.Count(rest, "/") * 2
	var tag, list []table.Property
	args := make([]engine.Arg, 0, len(fields))
	for _, f := range fields {
		switch {
		case f.Name == "etag" && kind != "none":
			tag = []table.Property{{Name: "odata.etag", JSON: text(f.Value.String())}}
		case f.Name == "name":
			name := f.Value.String()
			return append(r.named("Tables", "Tables('"+name+"')", nil),
				table.Property{Name: "TableName", JSON: text(name)})
		case strings.HasPrefix(f.Name, "."):
			args = append(args, engine.Arg(f))
		}
	}
	typed, _ := table.Properties("", args)
	for _, p := range typed {
		switch {
		case p.Name == "PartitionKey":
			p.Type, partition = "", plainText(p)
			keys++
		case p.Name == "RowKey":
			p.Type, row = "", plainText(p)
			keys++
		case kind == "none", kind == "minimal" && p.Name == "Timestamp":
			p.Type = ""
		}
		list = append(list, p)
	}
	link := ""
	if keys >= 2 { // else they were not selected
		link = strings.TrimPrefix(fill(entity, set+"/"+partition+"/"+row), "/")
	}
	return append(r.named(set, link, tag), list...)
}

// plainText is a text that stands there as JSON.
func plainText(p table.Property) (s string) {
	_ = json.Unmarshal([]byte(p.JSON), &s) // it was made as one
	return s
}
