package wire_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/table"
	"interleave/engine/wire"
)

// sent is what a message to a service with one table is answered, after it was read; what is no request is answered by
// its reader.
func sent(t *testing.T, b *enginetest.Bench, m *wire.Message) (status int, code string, a engine.Answer) {
	t.Helper()
	reading, err := wire.Read("table", m, enginetest.Spec)
	if no, ok := err.(*wire.NotReadError); ok {
		return no.Status, no.Code, a
	} else if err != nil {
		t.Fatal(err)
	}
	a = b.Send(engine.Send{By: "ann", Verb: reading.Verb, Args: reading.Args})
	return a.Status, a.Code(), a
}

func message(method, path, body string, headers ...wire.Header) *wire.Message {
	return &wire.Message{Method: method, Path: path, Host: "127.0.0.1:1", Account: "dev", Headers: headers, Body: body}
}

// What JSON says beside the type that it names is refused as the page says: a value that does not fit its type, a list,
// keys that are not those of the address (D10), a key that is missing.
//
// Source: table/rules.md, "Types, limits, validation"; "Operations and outcomes", D9 and D10.
func TestBodiesOfEntitiesAreNoMoreThanTheySay(t *testing.T) {
	for body, want := range map[string]string{
		`{"n":"5","n@odata.type":"Edm.Int64"}`:                       "204 n=5L",
		`{"n":5,"n@odata.type":"Edm.Int64"}`:                         "204 n=5L",
		`{"n":"5","n@odata.type":"Edm.Int32"}`:                       "204 n=5",
		`{"n":"2","n@odata.type":"Edm.Double"}`:                      "204 n=2.0",
		`{"n":"-Infinity","n@odata.type":"Edm.Double"}`:              "204 n=-INF",
		`{"n":"AP8=","n@odata.type":"Edm.Binary"}`:                   "204 n=X'00ff'",
		`{"n":"Edm.Int64'5'"}`:                                       "204 n='Edm.Int64''5'''",
		`{"n":null,"n@odata.type":"Edm.Int64"}`:                      "204 ",
		`{"PartitionKey":"p","RowKey":"r","n":1}`:                    "204 n=1",
		`{"n":"z","n@odata.type":"Edm.Int64"}`:                       "400 InvalidInput",
		`{"n":"9223372036854775808","n@odata.type":"Edm.Int64"}`:     "400 InvalidInput",
		`{"n":true,"n@odata.type":"Edm.Int64"}`:                      "400 InvalidInput",
		`{"n":"5.5","n@odata.type":"Edm.Int32"}`:                     "400 InvalidInput",
		`{"n":"two","n@odata.type":"Edm.Double"}`:                    "400 InvalidInput",
		`{"n":"maybe","n@odata.type":"Edm.Boolean"}`:                 "400 InvalidInput",
		`{"n":"z","n@odata.type":"Edm.Guid"}`:                        "400 InvalidInput",
		`{"n":"1600-12-31T23:59:59Z","n@odata.type":"Edm.DateTime"}`: "400 InvalidInput",
		`{"n":"%","n@odata.type":"Edm.Binary"}`:                      "400 InvalidInput",
		`{"n":[1]}`:                                                  "400 InvalidValueType",
		`{"n":{"a":1}}`:                                              "400 InvalidValueType",
		`{"n":"1","n@odata.type":"Edm.Foo"}`:                         "400 InvalidValueType",
		`{"PartitionKey":"q","n":1}`:                                 "400 InvalidInput",
		`{"PartitionKey":"p","RowKey":"s","n":1}`:                    "400 InvalidInput",
		`{"RowKey":5,"n":1}`:                                         "400 InvalidInput",
	} {
		b := enginetest.NewBench(t, table.Service(), "ann")
		b.All("seed: create-table path=stock", "seed: insert-entity path=stock/p/r")
		m := message("PUT", "/stock(PartitionKey='p',RowKey='r')", body, wire.Header{Name: "If-Match", Value: "*"})
		status, code, _ := sent(t, b, m)
		got := engine.Number(int64(status)).String() + " " + code
		if status == 204 {
			got += strings.TrimSpace(b.Say("ann: get-entity path=stock/p/r").Field("body").String())
		}
		if got != want {
			t.Errorf("%s is answered %s, want %s", body, got, want)
		}
	}
}

// part is a request of a group.
func part(method, path, body string, headers ...string) string {
	return "Content-Type: application/http\n\n" + method + " http://127.0.0.1:1/dev" + path + " HTTP/1.1\n" +
		strings.Join(append(headers, "Content-Type: application/json"), "\n") + "\n\n" + body + "\n"
}

// set is a change set, alone a body of a group.
func set(parts ...string) string {
	text := "--a\nContent-Type: multipart/mixed; boundary=c\n\n"
	for _, p := range parts {
		text += "--c\n" + p
	}
	return text + "--c--\n"
}

// What stands in a group goes where it says: to its own table (G2), a read alone and in no change set (G7), an empty
// group nowhere (G16), a new entity without its key not to another one.
//
// Source: table/rules.md, "Entity group transactions".
func TestRequestsOfGroupsGoWhereTheySay(t *testing.T) {
	insert := func(box, row string) string {
		return part("POST", "/"+box, `{"PartitionKey":"p","RowKey":"`+row+`"}`)
	}
	get := part("GET", "/stock(PartitionKey='p',RowKey='r')", "")
	for _, c := range []struct{ body, want string }{
		{set(insert("stock", "a"), insert("stock", "b")), "202 [[201] [201]]"},
		{set(insert("stock", "a"), insert("STOCK", "b")), "202 [[201] [201]]"},
		{set(insert("stock", "a"), insert("other", "b")), "202 [400 CommandsInBatchActOnDifferentPartitions] 1"},
		{set(), "400 InvalidInput"},
		{"", "400 InvalidInput"},
		{"--a\n" + get, "202 [200]"},
		{set(get), "400 InvalidInput"},
		{"--a\n" + get + "--a\n" + get, "400 InvalidInput"},
		{set(insert("stock", "a")) + "--a\n" + get, "400 InvalidInput"},
		{set(insert("stock", "a")) + set(insert("stock", "b")), "202 [[201] [400 InvalidInput]]"},
		{set(insert("stock", "a"), part("POST", "/stock", `{"RowKey":"b"}`)), "202 [400 PropertiesNeedValue] 1"},
		{set(part("POST", "/stock", `{"PartitionKey":"p","RowKey":null}`)), "202 [400 PropertiesNeedValue] 0"},
		{set(insert("stock", "a"), part("POST", "/stock", `{"Par`)), "202 [400 InvalidInput] 1"},
		{set(insert("stock", "a"), part("POST", "/stock", `{"PartitionKey":"p","RowKey":"b","n":[1]}`)),
			"202 [400 InvalidValueType] 1"},
		{set(part("PUT", "/stock(PartitionKey='p',RowKey='r')", `{"RowKey":"s"}`, "If-Match: *")),
			"202 [400 InvalidInput] 0"},
	} {
		b := enginetest.NewBench(t, table.Service(), "ann")
		b.All("seed: create-table path=stock", "seed: create-table path=other", "seed: insert-entity path=stock/p/r")
		m := message("POST", "/$batch", c.body+"--a--\n",
			wire.Header{Name: "Content-Type", Value: "multipart/mixed; boundary=a"})
		status, code, a := sent(t, b, m)
		got := engine.Number(int64(status)).String() + " " + code
		if status == 202 {
			got = strings.TrimSpace("202 " + a.Field("answers").String() + " " + a.Field("index").String())
		}
		if got != c.want {
			t.Errorf("%s\nis answered %s, want %s", c.body, got, c.want)
		}
	}
}

// What misuses X-HTTP-Method or asks for Atom is refused before its operation is looked at.
//
// Source: table/rules.md, "Error codes".
func TestMisusedMessagesOfTablesAreRefused(t *testing.T) {
	const row = "/stock(PartitionKey='p',RowKey='r')"
	header := func(name, value string) wire.Header { return wire.Header{Name: name, Value: value} }
	for _, c := range []struct {
		method, path string
		headers      []wire.Header
		want         string
	}{
		{"POST", row, []wire.Header{header("X-HTTP-Method", "MERGE")}, "204"},
		{"POST", row, []wire.Header{header("X-HTTP-Method", "LINK")}, "400 XMethodIncorrectValue"},
		{"PUT", row, []wire.Header{header("X-HTTP-Method", "MERGE")}, "400 XMethodNotUsingPost"},
		{"POST", row, []wire.Header{header("X-HTTP-Method", "MERGE"), header("X-HTTP-Method", "PUT")},
			"400 XMethodIncorrectCount"},
		{"POST", "/stock", []wire.Header{header("Content-Type", "application/atom+xml")}, "415 AtomFormatNotSupported"},
		{"GET", row, []wire.Header{header("Accept", "application/atom+xml,application/xml")},
			"415 AtomFormatNotSupported"},
		{"GET", row, []wire.Header{header("Accept", "application/atom+xml, application/json")}, "200"},
		{"GET", "/Tables()", nil, "200"},
	} {
		b := enginetest.NewBench(t, table.Service(), "ann")
		b.All("seed: create-table path=stock", "seed: insert-entity path=stock/p/r")
		m := message(c.method, c.path, "{}", c.headers...)
		reading, err := wire.Read("table", m, enginetest.Spec)
		got := ""
		if no, ok := err.(*wire.NotReadError); ok {
			got = engine.Number(int64(no.Status)).String() + " " + no.Code
		} else {
			got = b.Send(engine.Send{By: "ann", Verb: reading.Verb, Args: reading.Args}).String()
		}
		if got != c.want {
			t.Errorf("%s %s %v is answered %q, want %q", c.method, c.path, c.headers, got, c.want)
		}
	}
}

// Who asks for no metadata gets neither ETags nor types (E7), of one entity as of many.
//
// Source: table/rules.md, "State", E7; Azure REST, "Payload format for Table service operations".
func TestEntitiesWithoutMetadata(t *testing.T) {
	for _, path := range []string{"/stock(PartitionKey='p',RowKey='r')", "/stock()"} {
		for accept, bare := range map[string]bool{"application/json;odata=nometadata": true,
			"application/json;odata=minimalmetadata": false, "": false} {
			b := enginetest.NewBench(t, table.Service(), "ann")
			b.All("seed: create-table path=stock", "seed: insert-entity path=stock/p/r .n=5L")
			m := message("GET", path, "", wire.Header{Name: "Accept", Value: accept})
			raw := tableSays(t, b, m)
			if strings.Contains(raw.Body, "odata.") == bare ||
				strings.Contains(raw.Header("Content-Type"), "nometadata") != bare {
				t.Errorf("%s with Accept %q: %s\n%s", path, accept, raw.Header("Content-Type"), raw.Body)
			}
		}
	}
}

// The keys in an entity's address may stand in any order, with blanks between them; a key twice is no address.
//
// Source: OData Version 2.0, "URI Conventions", 2.2 "Addressing Entries".
func TestKeysOfAnEntityStandInAnyOrder(t *testing.T) {
	for path, want := range map[string]string{
		"/Tab(PartitionKey='p',RowKey='r')":               "Tab/p/r",
		"/Tab(RowKey='r',PartitionKey='p')":               "Tab/p/r",
		"/Tab(RowKey='it''s',%20PartitionKey='p,RowKey')": "Tab/p,RowKey/it's",
		"/Tab(RowKey='r',RowKey='p')":                     "",
		"/Tab(RowKey='r')":                                "",
	} {
		reading, err := wire.Read("table", message("GET", path, ""), enginetest.Spec)
		got := ""
		if err == nil && reading.Verb == "get-entity" {
			got = enginetest.Spec("get-entity").Target(reading.Args)
		}
		if got != want {
			t.Errorf("%s is %s %q, want %q: %v", path, reading.Verb, got, want, err)
		}
	}
}

// tableSays is the answer of the table service to a message.
func tableSays(t *testing.T, b *enginetest.Bench, m *wire.Message) wire.Raw {
	t.Helper()
	reading, err := wire.Read("table", m, enginetest.Spec)
	if err != nil {
		t.Fatal(err)
	}
	a := b.Send(engine.Send{By: "ann", Verb: reading.Verb, Args: reading.Args})
	return wire.Answer(enginetest.Spec(reading.Verb), reading.Args, a, wire.Context{Asked: m})
}

// told is what a client is answered to a GET, as the members of its JSON.
func told(t *testing.T, b *enginetest.Bench, path, query, accept string) map[string]any {
	t.Helper()
	m := message("GET", path, "", wire.Header{Name: "Accept", Value: "application/json;odata=" + accept + "metadata"})
	m.Query = query
	raw := tableSays(t, b, m)
	if kind := raw.Header("Content-Type"); !strings.Contains(kind, "odata="+accept+"metadata") {
		t.Errorf("%s with %s: %s", path, accept, kind)
	}
	var all map[string]any
	if err := json.Unmarshal([]byte(raw.Body), &all); err != nil {
		t.Fatal(err, raw.Body)
	}
	return all
}

// What stands in an answer beside the data.
//
// Source: Azure REST, "Query Entities" and "Query Tables", sample responses; table/rules.md, S12.
func TestMetadataOfTables(t *testing.T) {
	b := enginetest.NewBench(t, table.Service(), "ann")
	b.All("seed: create-table path=Customers",
		`seed: insert-entity path=Customers/p/it's .Age=23 .Due=200.23 .Active=true .Orders=255L`)
	const root = "http://127.0.0.1:1/dev"
	const link = "Customers(PartitionKey='p',RowKey='it%27%27s')"
	data := []string{"Active", "Age", "Due", "Orders", "PartitionKey", "RowKey", "Timestamp"}
	minimal := slices.Concat(data, []string{"Orders@odata.type", "odata.etag"})
	full := slices.Concat(minimal,
		[]string{"Timestamp@odata.type", "odata.type", "odata.id", "odata.editLink"})
	for _, c := range []struct {
		path, query, accept string
		context             string
		names               []string // of an entity or a table
	}{
		{"/Customers()", "", "no", "", data},
		{"/Customers()", "", "minimal", "#Customers", minimal},
		{"/Customers()", "", "full", "#Customers", full},
		{"/Customers()", "$select=PartitionKey,RowKey,Age", "full", "#Customers&$select=PartitionKey,RowKey,Age",
			[]string{"Age", "PartitionKey", "RowKey", "odata.etag", "odata.type", "odata.id", "odata.editLink"}},
		{"/Customers()", "$select=Age", "full", "#Customers&$select=Age", []string{"Age", "odata.etag"}},
		{"/Customers(PartitionKey='p',RowKey='it%27%27s')", "", "no", "", data},
		{"/Customers(PartitionKey='p',RowKey='it%27%27s')", "", "minimal", "#Customers/@Element", minimal},
		{"/Customers(PartitionKey='p',RowKey='it%27%27s')", "", "full", "#Customers/@Element", full},
		{"/Tables", "", "no", "", []string{"TableName"}},
		{"/Tables", "", "minimal", "#Tables", []string{"TableName"}},
		{"/Tables", "", "full", "#Tables", []string{"TableName", "odata.type", "odata.id", "odata.editLink"}},
		{"/Tables('Customers')", "", "full", "#Tables/@Element",
			[]string{"TableName", "odata.type", "odata.id", "odata.editLink"}},
	} {
		all := told(t, b, c.path, c.query, c.accept)
		context, _ := all["odata.metadata"].(string)
		if want := c.context; strings.TrimPrefix(context, root+"/$metadata") != want {
			t.Errorf("%s?%s with %s: odata.metadata is %q, want %q", c.path, c.query, c.accept, context, want)
		}
		delete(all, "odata.metadata")
		if list, ok := all["value"].([]any); ok {
			all = list[0].(map[string]any)
		}
		slices.Sort(c.names)
		if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, c.names) {
			t.Errorf("%s?%s with %s has %q, want %q", c.path, c.query, c.accept, got, c.names)
		}
		for name, want := range map[string]string{"odata.type": "dev.Customers", "odata.id": root + "/" + link,
			"odata.editLink": link, "Timestamp@odata.type": "Edm.DateTime"} {
			if strings.HasPrefix(c.path, "/Tables") {
				want = map[string]string{"odata.type": "dev.Tables", "odata.id": root + "/Tables('Customers')",
					"odata.editLink": "Tables('Customers')"}[name]
			}
			if got, there := all[name]; there && got != want {
				t.Errorf("%s?%s with %s: %s is %v, want %s", c.path, c.query, c.accept, name, got, want)
			}
		}
	}
}

// Source: table/rules.md, S13.
func TestOptionsOfODataThatTablesLack(t *testing.T) {
	for query, want := range map[string]string{"$filter=a%20eq%201&$top=5&$select=a&$format=json": "",
		"$orderby=a": "501 NotImplemented", "$skip=1": "501 NotImplemented", "$expand=a": "501 NotImplemented",
		"$inlinecount=allpages": "501 NotImplemented", "$skiptoken=a": "501 NotImplemented",
		"$count=true": "400 InvalidInput", "$foo=1": "400 InvalidInput", "foo=1": ""} {
		for _, path := range []string{"/stock()", "/Tables"} {
			m := message("GET", path, "")
			m.Query = query
			if got := read("table", m); got != want {
				t.Errorf("%s?%s: %q, want %q", path, query, got, want)
			}
		}
	}
}
