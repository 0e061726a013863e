package conformance

import (
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/sas"
)

func queues(t *testing.T) *azqueue.ServiceClient {
	return ok[*azqueue.ServiceClient](t)(azqueue.NewServiceClientFromConnectionString(connection("devstoreaccount1"),
		nil))
}

func TestQueue(t *testing.T) {
	s := queues(t)
	q := s.NewQueueClient(named(t))
	ok[azqueue.CreateResponse](t)(q.Create(ctx,
		&azqueue.CreateOptions{Metadata: map[string]*string{"owner": ptr("ana")}}))
	_, err := q.Create(ctx, &azqueue.CreateOptions{Metadata: map[string]*string{"owner": ptr("ben")}})
	refused(t, err, 409, "QueueAlreadyExists")
	put := ok[azqueue.EnqueueMessagesResponse](t)(
		q.EnqueueMessage(ctx, "<b>work & rest</b>", &azqueue.EnqueueMessageOptions{
			TimeToLive: ptr(int32(-1))}))
	if len(put.Messages) != 1 {
		t.Fatalf("%d messages", len(put.Messages))
	}
	m := put.Messages[0]
	there(t, "MessageID PopReceipt InsertionTime TimeNextVisible", m.MessageID, m.PopReceipt, m.InsertionTime,
		m.TimeNextVisible)
	if m.ExpirationTime == nil || m.ExpirationTime.Year() != 9999 {
		t.Errorf("ExpirationTime %v", m.ExpirationTime)
	}
	ok[azqueue.EnqueueMessagesResponse](t)(q.EnqueueMessage(ctx, "second", nil))
	peek := ok[azqueue.PeekMessagesResponse](t)(
		q.PeekMessages(ctx, &azqueue.PeekMessagesOptions{NumberOfMessages: ptr(int32(5))}))
	if len(peek.Messages) != 2 {
		t.Fatalf("%d peeked", len(peek.Messages))
	}
	given(t, "MessageText", peek.Messages[0].MessageText, "<b>work & rest</b>")
	given(t, "DequeueCount", peek.Messages[0].DequeueCount, 0)
	got := ok[azqueue.DequeueMessagesResponse](t)(q.DequeueMessages(ctx, &azqueue.DequeueMessagesOptions{
		NumberOfMessages: ptr(int32(2)), VisibilityTimeout: ptr(int32(30))}))
	if len(got.Messages) != 2 {
		t.Fatalf("%d received", len(got.Messages))
	}
	given(t, "DequeueCount", got.Messages[0].DequeueCount, 1)
	up := ok[azqueue.UpdateMessageResponse](t)(
		q.UpdateMessage(ctx, *got.Messages[0].MessageID, *got.Messages[0].PopReceipt, "new",
			&azqueue.UpdateMessageOptions{VisibilityTimeout: ptr(int32(10))}))
	there(t, "PopReceipt TimeNextVisible", up.PopReceipt, up.TimeNextVisible)
	_, err = q.DeleteMessage(ctx, *got.Messages[0].MessageID, *got.Messages[0].PopReceipt, nil)
	refused(t, err, 404, "MessageNotFound")
	ok[azqueue.DeleteMessageResponse](t)(q.DeleteMessage(ctx, *got.Messages[0].MessageID, *up.PopReceipt, nil))
	p := ok[azqueue.GetQueuePropertiesResponse](t)(q.GetProperties(ctx, nil))
	given(t, "ApproximateMessagesCount", p.ApproximateMessagesCount, 1)
	if len(p.Metadata) != 1 {
		t.Errorf("metadata %v", p.Metadata)
	}
	ok[azqueue.SetMetadataResponse](t)(q.SetMetadata(ctx,
		&azqueue.SetMetadataOptions{Metadata: map[string]*string{"a": ptr("b")}}))
	ok[azqueue.SetAccessPolicyResponse](t)(q.SetAccessPolicy(ctx,
		&azqueue.SetAccessPolicyOptions{QueueACL: []*azqueue.SignedIdentifier{{
			ID: ptr("read"), AccessPolicy: &azqueue.AccessPolicy{Permission: ptr("r"),
				Start:  ptr(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)),
				Expiry: ptr(time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC))}}}}))
	acl := ok[azqueue.GetAccessPolicyResponse](t)(q.GetAccessPolicy(ctx, nil))
	if len(acl.SignedIdentifiers) != 1 {
		t.Fatalf("%d policies", len(acl.SignedIdentifiers))
	}
	given(t, "Permission", acl.SignedIdentifiers[0].AccessPolicy.Permission, "r")
	ok[azqueue.ClearMessagesResponse](t)(q.ClearMessages(ctx, nil))
	page := ok[azqueue.ListQueuesResponse](t)(s.NewListQueuesPager(&azqueue.ListQueuesOptions{
		Include: azqueue.ListQueuesInclude{Metadata: true}, Prefix: ptr(named(t))}).NextPage(ctx))
	if len(page.Queues) != 1 || *page.Queues[0].Name != named(t) || len(page.Queues[0].Metadata) != 1 {
		t.Errorf("queues %v", page.Queues)
	}
	there(t, "ServiceEndpoint", page.ServiceEndpoint)
	address := ok[string](t)(q.GetSASURL(sas.QueuePermissions{Read: true, Add: true}, time.Now().Add(time.Hour), nil))
	by := must(azqueue.NewQueueClientWithNoCredential(address, nil))
	ok[azqueue.EnqueueMessagesResponse](t)(by.EnqueueMessage(ctx, strings.Repeat("x", 1000), nil))
	ok[azqueue.DeleteResponse](t)(q.Delete(ctx, nil))
	_, err = q.GetProperties(ctx, nil)
	refused(t, err, 404, "QueueNotFound")
	ok[azqueue.GetServicePropertiesResponse](t)(s.GetServiceProperties(ctx, nil))
	ok[azqueue.SetPropertiesResponse](t)(s.SetProperties(ctx,
		&azqueue.SetPropertiesOptions{Logging: &azqueue.Logging{Version: ptr("1.0"),
			Delete: ptr(true), Read: ptr(false), Write: ptr(false),
			RetentionPolicy: &azqueue.RetentionPolicy{Enabled: ptr(false)}}}))
	props := ok[azqueue.GetServicePropertiesResponse](t)(s.GetServiceProperties(ctx, nil))
	if props.Logging == nil || !*props.Logging.Delete {
		t.Errorf("properties %v", props.Logging)
	}
	ok[azqueue.GetStatisticsResponse](t)(s.GetStatistics(ctx, nil))
}
