package conformance

import (
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	filesas "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/sas"
)

// A signature that names a stored access policy of a queue may do what the policy allows, until it is replaced.
func TestQueuePolicy(t *testing.T) {
	q := queues(t).NewQueueClient("policed")
	ok[azqueue.CreateResponse](t)(q.Create(ctx, nil))
	access := func(letters string) {
		ok[azqueue.SetAccessPolicyResponse](t)(q.SetAccessPolicy(ctx, &azqueue.SetAccessPolicyOptions{
			QueueACL: []*azqueue.SignedIdentifier{{ID: ptr("worker"), AccessPolicy: &azqueue.AccessPolicy{
				Permission: ptr(letters), Start: ptr(time.Now().Add(-time.Hour)),
				Expiry: ptr(time.Now().Add(time.Hour))}}}}))
	}
	access("ap")
	key := ok[*azqueue.SharedKeyCredential](t)(azqueue.NewSharedKeyCredential("devstoreaccount1",
		served.Accounts["devstoreaccount1"]))
	signed := ok[sas.QueryParameters](t)(sas.QueueSignatureValues{QueueName: "policed",
		Identifier: "worker"}.SignWithSharedKey(key))
	worker := ok[*azqueue.QueueClient](t)(azqueue.NewQueueClientWithNoCredential(q.URL()+"?"+signed.Encode(), nil))
	ok[azqueue.EnqueueMessagesResponse](t)(worker.EnqueueMessage(ctx, "one", nil))
	ok[azqueue.DequeueMessagesResponse](t)(worker.DequeueMessage(ctx, nil))
	_, err := worker.PeekMessage(ctx, nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")
	access("r")
	_, err = worker.DequeueMessage(ctx, nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")
	ok[azqueue.PeekMessagesResponse](t)(worker.PeekMessage(ctx, nil))
}

// The same of a table.
func TestTablePolicy(t *testing.T) {
	c := tables(t).NewClient("policed")
	ok[aztables.CreateTableResponse](t)(c.CreateTable(ctx, nil))
	access := ok[aztables.SetAccessPolicyResponse](t)
	access(c.SetAccessPolicy(ctx, &aztables.SetAccessPolicyOptions{TableACL: []*aztables.SignedIdentifier{{
		ID: ptr("clerk"), AccessPolicy: &aztables.AccessPolicy{Permission: ptr("r"),
			Start:  ptr(time.Now().Add(-time.Hour)),
			Expiry: ptr(time.Now().Add(time.Hour))}}}}))
	list := ok[aztables.GetAccessPolicyResponse](t)(c.GetAccessPolicy(ctx, nil))
	given(t, "Permission", list.SignedIdentifiers[0].AccessPolicy.Permission, "r")
}

// The same of a share, and what FileREST says of files and directories that were made.
func TestSharePolicy(t *testing.T) {
	s := ok[*service.Client](t)(service.NewClientFromConnectionString(connection("devstoreaccount1"), nil))
	sh := s.NewShareClient("policed")
	ok[share.CreateResponse](t)(sh.Create(ctx, nil))
	ok[share.SetAccessPolicyResponse](t)(sh.SetAccessPolicy(ctx, &share.SetAccessPolicyOptions{
		ShareACL: []*share.SignedIdentifier{{ID: ptr("reader"), AccessPolicy: &share.AccessPolicy{
			Permission: ptr("rl"), Start: ptr(time.Now().Add(-time.Hour)), Expiry: ptr(time.Now().Add(time.Hour))}}}}))
	got := ok[share.GetAccessPolicyResponse](t)(sh.GetAccessPolicy(ctx, nil))
	given(t, "Permission", got.SignedIdentifiers[0].AccessPolicy.Permission, "rl")
	d := sh.NewDirectoryClient("folder")
	made := ok[directory.CreateResponse](t)(d.Create(ctx, nil))
	there(t, "ID ParentID FileAttributes FileCreationTime FileLastWriteTime FileChangeTime FilePermissionKey ETag",
		made.ID, made.ParentID, made.FileAttributes, made.FileCreationTime, made.FileLastWriteTime, made.FileChangeTime,
		made.FilePermissionKey, made.ETag)
	props := ok[directory.SetPropertiesResponse](t)(d.SetProperties(ctx, nil))
	there(t, "ETag ID", props.ETag, props.ID)
	f := d.NewFileClient("plan.txt")
	created := ok[file.CreateResponse](t)(f.Create(ctx, 4, nil))
	there(t, "ID ParentID FileAttributes FileCreationTime FilePermissionKey", created.ID, created.ParentID,
		created.FileAttributes, created.FileCreationTime, created.FilePermissionKey)
	key := ok[*service.SharedKeyCredential](t)(service.NewSharedKeyCredential("devstoreaccount1",
		served.Accounts["devstoreaccount1"]))
	signed := ok[filesas.QueryParameters](t)(filesas.SignatureValues{ShareName: "policed",
		Identifier: "reader"}.SignWithSharedKey(key))
	reader := ok[*share.Client](t)(share.NewClientWithNoCredential(sh.URL()+"?"+signed.Encode(), nil))
	ok[file.GetPropertiesResponse](t)(reader.NewDirectoryClient("folder").NewFileClient("plan.txt").GetProperties(ctx,
		nil))
	_, err := reader.NewDirectoryClient("folder").NewFileClient("plan.txt").Delete(ctx, nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")
}
