package conformance

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

func tables(t *testing.T) *aztables.ServiceClient {
	return ok[*aztables.ServiceClient](t)(aztables.NewServiceClientFromConnectionString(connection("devstoreaccount1"),
		nil))
}

func encoded(t *testing.T, e aztables.EDMEntity) []byte { return ok[[]byte](t)(json.Marshal(e)) }

func TestTable(t *testing.T) {
	s := tables(t)
	created := ok[aztables.CreateTableResponse](t)(s.CreateTable(ctx, "stock", nil))
	given(t, "TableName", created.TableName, "stock")
	_, err := s.CreateTable(ctx, "stock", nil)
	refused(t, err, 409, "TableAlreadyExists")
	c := s.NewClient("stock")
	moment := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	entity := aztables.EDMEntity{Entity: aztables.Entity{PartitionKey: "p", RowKey: "r 1"},
		Properties: map[string]any{
			"s": "text", "i": int32(5), "l": aztables.EDMInt64(5000000000), "d": 1.5, "b": true,
			"t": aztables.EDMDateTime(moment),
			"g": aztables.EDMGUID("3c0d4b59-6b6f-4b8e-8a1e-0d3b5c1f2a3b"), "x": aztables.EDMBinary([]byte{1, 2, 255}),
			"q": "it's"}}
	added := ok[aztables.AddEntityResponse](t)(c.AddEntity(ctx, encoded(t, entity), nil))
	if added.ETag == "" {
		t.Error("no ETag")
	}
	_, err = c.AddEntity(ctx, encoded(t, entity), nil)
	refused(t, err, 409, "EntityAlreadyExists")
	got := ok[aztables.GetEntityResponse](t)(c.GetEntity(ctx, "p", "r 1", nil))
	var back aztables.EDMEntity
	if err := json.Unmarshal(got.Value, &back); err != nil {
		t.Fatalf("%v in %s", err, got.Value)
	}
	if back.ETag != string(added.ETag) || got.ETag != added.ETag {
		t.Errorf("ETags %q, %q, %q", added.ETag, got.ETag, back.ETag)
	}
	for name, want := range entity.Properties {
		have := back.Properties[name]
		if a, _ := json.Marshal(aztables.EDMEntity{Properties: map[string]any{"v": want}}); string(a) != func() string {
			b, _ := json.Marshal(aztables.EDMEntity{Properties: map[string]any{"v": have}})
			return string(b)
		}() {
			t.Errorf("%s is %v (%T), should be %v (%T)", name, have, have, want, want)
		}
	}
	if time.Time(back.Timestamp).IsZero() {
		t.Error("no Timestamp")
	}
	entity.Properties = map[string]any{"n": int32(6)}
	up := ok[aztables.UpdateEntityResponse](t)(c.UpdateEntity(ctx, encoded(t, entity), &aztables.UpdateEntityOptions{
		UpdateMode: aztables.UpdateModeReplace, IfMatch: &added.ETag}))
	_, err = c.UpdateEntity(ctx, encoded(t, entity), &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeMerge,
		IfMatch: &added.ETag})
	refused(t, err, 412, "UpdateConditionNotSatisfied")
	ok[aztables.UpdateEntityResponse](t)(c.UpdateEntity(ctx, encoded(t, entity), &aztables.UpdateEntityOptions{
		UpdateMode: aztables.UpdateModeMerge, IfMatch: &up.ETag}))
	for _, mode := range []aztables.UpdateMode{aztables.UpdateModeMerge, aztables.UpdateModeReplace} {
		ok[aztables.UpsertEntityResponse](t)(c.UpsertEntity(ctx, encoded(t, aztables.EDMEntity{Entity: aztables.Entity{
			PartitionKey: "p", RowKey: "u" + string(mode)}, Properties: map[string]any{"n": int32(1)}}),
			&aztables.UpsertEntityOptions{
				UpdateMode: mode}))
	}
	n := 0
	pager := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: ptr("PartitionKey eq 'p' and n ge 1"),
		Top:    ptr(int32(2)),
		Select: ptr("RowKey,n")})
	for pager.More() {
		page := ok[aztables.ListEntitiesResponse](t)(pager.NextPage(ctx))
		n += len(page.Entities)
	}
	if n != 3 {
		t.Errorf("%d entities", n)
	}
	ok[aztables.DeleteEntityResponse](t)(c.DeleteEntity(ctx, "p", "r 1",
		&aztables.DeleteEntityOptions{IfMatch: to.Ptr(azcore.ETagAny)}))
	_, err = c.GetEntity(ctx, "p", "r 1", nil)
	refused(t, err, 404, "ResourceNotFound")
	names := s.NewListTablesPager(&aztables.ListTablesOptions{Filter: ptr("TableName eq 'stock'")})
	page := ok[aztables.ListTablesResponse](t)(names.NextPage(ctx))
	if len(page.Tables) != 1 || *page.Tables[0].Name != "stock" {
		t.Errorf("tables %v", page.Tables)
	}
	ok[aztables.SetAccessPolicyResponse](t)(c.SetAccessPolicy(ctx,
		&aztables.SetAccessPolicyOptions{TableACL: []*aztables.SignedIdentifier{{
			ID: ptr("read"), AccessPolicy: &aztables.AccessPolicy{Permission: ptr("r"), Start: &moment,
				Expiry: ptr(moment.AddDate(10, 0, 0))}}}}))
	acl := ok[aztables.GetAccessPolicyResponse](t)(c.GetAccessPolicy(ctx, nil))
	if len(acl.SignedIdentifiers) != 1 {
		t.Fatalf("%d policies", len(acl.SignedIdentifiers))
	}
	given(t, "Permission", acl.SignedIdentifiers[0].AccessPolicy.Permission, "r")
	ok[aztables.GetPropertiesResponse](t)(s.GetProperties(ctx, nil))
	ok[aztables.SetPropertiesResponse](t)(s.SetProperties(ctx,
		aztables.ServiceProperties{Logging: &aztables.Logging{Version: ptr("1.0"),
			Delete: ptr(true), Read: ptr(false), Write: ptr(false),
			RetentionPolicy: &aztables.RetentionPolicy{Enabled: ptr(false)}}}, nil))
	props := ok[aztables.GetPropertiesResponse](t)(s.GetProperties(ctx, nil))
	given(t, "Logging.Delete", props.Logging.Delete, true)
	ok[aztables.GetStatisticsResponse](t)(s.GetStatistics(ctx, nil))
	ok[aztables.DeleteTableResponse](t)(s.DeleteTable(ctx, "stock", nil))
}

func TestTableBatch(t *testing.T) {
	s := tables(t)
	ok[aztables.CreateTableResponse](t)(s.CreateTable(ctx, "batch", nil))
	c := s.NewClient("batch")
	row := func(name string, n int32) []byte {
		return encoded(t, aztables.EDMEntity{Entity: aztables.Entity{PartitionKey: "p", RowKey: name},
			Properties: map[string]any{"n": n}})
	}
	ok[aztables.TransactionResponse](t)(c.SubmitTransaction(ctx, []aztables.TransactionAction{
		{ActionType: aztables.TransactionTypeAdd, Entity: row("a", 1)},
		{ActionType: aztables.TransactionTypeInsertReplace, Entity: row("b", 1)},
		{ActionType: aztables.TransactionTypeInsertMerge, Entity: row("c", 1)}}, nil))
	ok[aztables.TransactionResponse](t)(c.SubmitTransaction(ctx, []aztables.TransactionAction{
		{ActionType: aztables.TransactionTypeUpdateMerge, Entity: row("a", 2)},
		{ActionType: aztables.TransactionTypeUpdateReplace, Entity: row("b", 2)},
		{ActionType: aztables.TransactionTypeDelete, Entity: row("c", 2)}}, nil))
	_, err := c.SubmitTransaction(ctx, []aztables.TransactionAction{
		{ActionType: aztables.TransactionTypeUpdateMerge, Entity: row("a", 3)},
		{ActionType: aztables.TransactionTypeAdd, Entity: row("b", 3)}}, nil)
	var answer *azcore.ResponseError
	if !errors.As(err, &answer) {
		t.Errorf("a batch that is refused: %v", err)
	}
	got := ok[aztables.GetEntityResponse](t)(c.GetEntity(ctx, "p", "a", nil))
	var back aztables.EDMEntity
	if err := json.Unmarshal(got.Value, &back); err != nil || back.Properties["n"] != int32(2) {
		t.Errorf("%v %v", err, back.Properties)
	}
}
