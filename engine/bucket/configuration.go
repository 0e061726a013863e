package bucket

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// configuration is one of the documents that a bucket has beside its policy and its versioning.
type configuration struct {
	kind   string // the name that the query of a request has for it
	action string // what policies call it, behind s3:Get and s3:Put
	fresh  string // what a bucket has of it that was just made; empty: nothing
	// absent is what a read answers where there is none; nil: it answers without a word.
	absent *engine.Rule
	check  func(setting) (string, *refusal) // the document as it is kept, or why it is not
}

// configurations are all of them, in the order of their names.
//
// Source: rules.md, "Configurations of a bucket".
var configurations = []configuration{
	{kind: "accelerate", action: "AccelerateConfiguration", check: checkAccelerate},
	{kind: "acl", action: "BucketAcl", fresh: ownersAlone, check: checkAcl},
	{kind: "cors", action: "BucketCORS", absent: noCors, check: checkCors},
	{kind: "encryption", action: "EncryptionConfiguration", fresh: ownKeys, check: checkEncryption},
	{kind: "lifecycle", action: "LifecycleConfiguration", absent: noLifecycle, check: checkLifecycle},
	{kind: "logging", action: "BucketLogging", check: checkLogging},
	{kind: "notification", action: "BucketNotification", check: taken},
	{kind: "object-lock", action: "BucketObjectLockConfiguration", absent: noLock, check: checkLock},
	{kind: "ownershipControls", action: "BucketOwnershipControls", fresh: enforced, absent: noOwnership,
		check: checkOwnership},
	{kind: "publicAccessBlock", action: "BucketPublicAccessBlock", fresh: allBlocked, absent: noBlock,
		check: checkBlock},
	{kind: "replication", action: "ReplicationConfiguration", absent: noReplication, check: checkReplication},
	{kind: "requestPayment", action: "BucketRequestPayment", fresh: "<Payer>BucketOwner</Payer>", check: checkPayer},
	{kind: "tagging", action: "BucketTagging", absent: noTags, check: checkTagging},
	{kind: "website", action: "BucketWebsite", absent: noWebsite, check: checkWebsite},
}

// What a bucket has that was just made.
//
// Source: rules.md, "Configurations of a bucket", the column of a new bucket.
const (
	ownKeys = "<Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm>" +
		"</ApplyServerSideEncryptionByDefault><BucketKeyEnabled>false</BucketKeyEnabled></Rule>"
	ownerEnforced = "BucketOwnerEnforced"

	enforced   = "<Rule><ObjectOwnership>" + ownerEnforced + "</ObjectOwnership></Rule>"
	allBlocked = "<BlockPublicAcls>true</BlockPublicAcls><IgnorePublicAcls>true</IgnorePublicAcls>" +
		"<BlockPublicPolicy>true</BlockPublicPolicy><RestrictPublicBuckets>true</RestrictPublicBuckets>"
)

func configurationOf(kind string) configuration {
	at := slices.IndexFunc(configurations, func(c configuration) bool { return c.kind == kind })
	if at < 0 {
		return configuration{kind: kind, action: "BucketConfiguration", absent: unknownKind,
			check: func(setting) (string, *refusal) { return "", refuse(unknownKind, engine.Text(kind)) }}
	}
	return configurations[at]
}

// kept is a document that a bucket was given; an empty text is one that was taken away.
type kept struct {
	kind, text string
	wrote      engine.Mark
}

// configured is what a bucket has of a kind, and who gave it that; its maker where nobody did.
func (b *Bucket) configured(c configuration) kept {
	if k, ok := b.given(c.kind); ok {
		return k
	}
	return kept{c.kind, c.fresh, b.created}
}

// given is what somebody gave a bucket of a kind, also that there is none any more.
func (b *Bucket) given(kind string) (kept, bool) {
	for _, k := range b.kept {
		if k.kind == kind {
			return k, true
		}
	}
	return kept{}, false
}

// configure keeps a document; an empty one is none.
func configure(tx *engine.Tx, s *State, name string, c configuration, text string) {
	old := s.bucket(name)
	was := old.configured(c)
	if was.text == "" && text == "" {
		return
	}
	tx.Change(engine.Change{Part: was.part(name), Drops: text == ""})
	s.buckets.Put(tx, name, old.with(kept{c.kind, text, tx.Mark()}))
}

// with is a bucket with one more configuration, or another.
func (b *Bucket) with(k kept) *Bucket {
	next := *b
	next.kept = slices.DeleteFunc(slices.Clone(b.kept), func(o kept) bool { return o.kind == k.kind })
	next.kept = append(next.kept, k)
	slices.SortFunc(next.kept, func(a, b kept) int { return strings.Compare(a.kind, b.kind) })
	return &next
}

func (k kept) part(bucket string) engine.Part {
	return engine.Part{Object: bucketName(bucket), Name: k.kind, Mark: k.wrote, Gone: k.text == ""}
}

// PutConfiguration replaces one of the documents that a bucket has beside its policy: the rules of CORS, its tags and
// the like. The last writer wins: none of them takes a condition, and who adds a rule to those that are there sends
// them all.
//
// Answers: 200, 204 for tags; 400 MalformedXML and what the documents are refused for; 404 NoSuchBucket; 403
// AccessDenied.
//
// Source: rules.md, "Configurations of a bucket".
type PutConfiguration struct {
	Path     string `op:"path" help:"the bucket"`
	Kind     string `op:"subresource,placed,one=accelerate|acl|cors|encryption|lifecycle|logging|notification|object-lock|ownershipControls|publicAccessBlock|replication|requestPayment|tagging|website" help:"which of its documents, as cors"`
	Document string `op:"document,content" help:"the document: what stands in its outermost element"`
	Granted
}

// GetConfiguration reads one of the documents of a bucket.
//
// Answers: 200 with document, none where the service has nothing to say; 404 with the code of that document where there
// is none; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: rules.md, "Configurations of a bucket".
type GetConfiguration struct {
	Path string `op:"path" help:"the bucket"`
	Kind string `op:"subresource,placed,one=accelerate|acl|cors|encryption|lifecycle|logging|notification|object-lock|ownershipControls|policyStatus|publicAccessBlock|replication|requestPayment|tagging|website" help:"which of its documents, as cors"`
}

// DeleteConfiguration takes one of the documents of a bucket away; its encryption is then that of a new bucket.
//
// Answers: 204, also where there was none; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: rules.md, "Configurations of a bucket".
type DeleteConfiguration struct {
	Path string `op:"path" help:"the bucket"`
	Kind string `op:"subresource,placed,one=cors|encryption|lifecycle|ownershipControls|publicAccessBlock|replication|tagging|website" help:"which of its documents, as cors"`
}

// Apply replaces.
func (o PutConfiguration) Apply(tx *engine.Tx) engine.Answer {
	c := configurationOf(o.Kind)
	s, no := enterBucket(tx, o.Path, "s3:Put"+c.action, o.Granted.keys()...)
	if no != nil {
		return no.answer(tx)
	}
	document, no := c.check(setting{state: s, bucket: s.bucket(o.Path), name: o.Path, text: o.Document,
		granted: o.Granted})
	if no != nil {
		return no.answer(tx)
	}
	configure(tx, s, o.Path, c, document)
	if o.Kind == "tagging" {
		return tx.Done(204)
	}
	return tx.Done(200)
}

// Apply reads.
func (o GetConfiguration) Apply(tx *engine.Tx) engine.Answer {
	if o.Kind == "policyStatus" {
		return policyStatus(tx, o.Path)
	}
	c := configurationOf(o.Kind)
	s, no := enterBucket(tx, o.Path, "s3:Get"+c.action)
	if no != nil {
		return no.answer(tx)
	}
	k := s.bucket(o.Path).configured(c)
	tx.Show(k.part(o.Path))
	switch {
	case k.text != "":
		return tx.Done(200, text("document", k.text))
	case c.absent == nil:
		return tx.Done(200)
	}
	return refuse(c.absent, engine.Text(o.Path), text("bucket-name", o.Path)).answer(tx)
}

// Apply takes away.
func (o DeleteConfiguration) Apply(tx *engine.Tx) engine.Answer {
	c := configurationOf(o.Kind)
	s, no := enterBucket(tx, o.Path, "s3:Put"+c.action)
	if no != nil {
		return no.answer(tx)
	}
	after := ""
	if o.Kind == "encryption" {
		after = c.fresh
	}
	configure(tx, s, o.Path, c, after)
	return tx.Done(204)
}

// policyStatus says whether the policy lets everyone in.
//
// Source: Amazon S3 API, "GetBucketPolicyStatus"; rules.md, "Bucket policies", "Public policies".
func policyStatus(tx *engine.Tx, name string) engine.Answer {
	s, no := enterBucket(tx, name, "s3:GetBucketPolicyStatus")
	if no != nil {
		return no.answer(tx)
	}
	b := s.bucket(name)
	part := b.parts(name)[0].Part
	part.Gone = b.policy == nil
	tx.Show(part)
	if b.policy == nil {
		return refuse(noBucketPolicy, engine.Text(name), text("bucket-name", name)).answer(tx)
	}
	return tx.Done(200, text("document", "<IsPublic>"+strconv.FormatBool(b.policy.public())+"</IsPublic>"))
}
