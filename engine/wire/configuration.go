package wire

import (
	"strings"

	"interleave/engine"
)

// configurationForms are the rows of the documents that a bucket has: one operation each to read, replace and take away
// has as many rows as there are documents, told apart by the name in the query.
//
// Source: Amazon S3 API reference, the pages of GetBucketCors, PutBucketTagging and their like: the names in the query,
// the outermost elements.
func configurationForms() (rows []form) {
	for _, d := range []struct{ name, root, takes string }{
		{"accelerate", "AccelerateConfiguration", "GET PUT"}, {"acl", "AccessControlPolicy", "GET PUT"},
		{"cors", "CORSConfiguration", "GET PUT DELETE"},
		{"encryption", "ServerSideEncryptionConfiguration", "GET PUT DELETE"},
		{"lifecycle", "LifecycleConfiguration", "GET PUT DELETE"}, {"logging", "BucketLoggingStatus", "GET PUT"},
		{"notification", "NotificationConfiguration", "GET PUT"},
		{"object-lock", "ObjectLockConfiguration", "GET PUT"},
		{"ownershipControls", "OwnershipControls", "GET PUT DELETE"}, {"policyStatus", "PolicyStatus", "GET"},
		{"publicAccessBlock", "PublicAccessBlockConfiguration", "GET PUT DELETE"},
		{"replication", "ReplicationConfiguration", "GET PUT DELETE"},
		{"requestPayment", "RequestPaymentConfiguration", "GET PUT"}, {"tagging", "Tagging", "GET PUT DELETE"},
		{"website", "WebsiteConfiguration", "GET PUT DELETE"},
	} {
		verbs := map[string]string{"GET": "get-bucket-configuration", "PUT": "put-bucket-configuration",
			"DELETE": "delete-bucket-configuration"}
		for method := range strings.FieldsSeq(d.takes) {
			row := form{verb: verbs[method], method: method, target: "/{box}?" + d.name, word: d.name,
				answerBody: insideOf(d.root)}
			if method == "PUT" {
				row.body, row.read = sentDocument(d.root), readDocument(d.root)
			}
			rows = append(rows, row)
		}
	}
	return append(rows, form{verb: "get-object-acl", method: "GET", target: "/{all}?acl",
		answerBody: insideOf("AccessControlPolicy")}, form{verb: "put-object-acl", method: "PUT", target: "/{all}?acl",
		body: sentDocument("AccessControlPolicy"), read: readDocument("AccessControlPolicy")})
}

// schemaInstance stands in those elements of an access list that say of which kind they are.
const schemaInstance = ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="`

// typed is an access list with the kinds of those whom it is about, without which clients do not read it.
var typed = strings.NewReplacer("<Grantee><ID>", "<Grantee"+schemaInstance+`CanonicalUser"><ID>`, "<Grantee><URI>",
	"<Grantee"+schemaInstance+`Group"><URI>`)

// sentDocument is a document in its outermost element; nothing where none was given.
func sentDocument(root string) func(*draft) string {
	return func(r *draft) string {
		text := r.value("document")
		if text == "" && root == "AccessControlPolicy" {
			return ""
		}
		top := &node{}
		top.add(root, "").raw = typed.Replace(text)
		return r.document(top)
	}
}

// insideOf is a document as it is read; an answer that says nothing has the outermost element alone.
func insideOf(root string) func(*draft, engine.Answer) string {
	return func(r *draft, a engine.Answer) string {
		if a.Status == 204 || r.form.method == "PUT" {
			return ""
		}
		if root == "LifecycleConfiguration" {
			r.header("x-amz-transition-default-minimum-object-size", "all_storage_classes_128K", "")
		}
		top := &node{}
		top.add(root, "").raw = typed.Replace(a.Field("document").String())
		return r.document(top)
	}
}

// readDocument is what stands in the outermost element, on one line. An access list may be told by a header alone.
func readDocument(root string) func(*reader) error {
	return func(r *reader) error {
		if root == "AccessControlPolicy" && r.m.Body == "" {
			return nil
		}
		top, err := r.element(root)
		if err != nil {
			return err
		}
		text := top.inner()
		if len(top.kids) == 0 {
			text = escapeXML(text)
		}
		if text != "" {
			r.put("document", engine.Text(text))
		}
		return nil
	}
}
