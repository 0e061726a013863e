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
