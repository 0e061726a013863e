package bucket

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"interleave/engine"
)

// enterBucket looks at bucket and permission of a request for a bucket.
func enterBucket(tx *engine.Tx, name, action string, keys ...engine.Pair) (*State, *refusal) {
	s := tx.State().(*State)
	b, no := findBucket(tx, s, name)
	if no == nil {
		no = caller{tx: tx, state: s, bucket: b, keys: keys}.may(action, arn(name))
	}
	return s, no
}

// CreateBucket makes a bucket.
//
// Answers: 200, in us-east-1 also where it is there; 409 BucketAlreadyOwnedByYou; 400 InvalidBucketName; 400
// InvalidArgument.
//
// Source: Amazon S3 API, "CreateBucket", Errors.
type CreateBucket struct {
	Path      string        `op:"path" help:"the bucket"`
	Ownership string        `op:"ownership,one=BucketOwnerEnforced|BucketOwnerPreferred|ObjectWriter" help:"whose its objects are"`
	Lock      bool          `op:"object-lock,one=true|false" help:"true: with versions, and able to lock them"`
	Region    string        `op:"region" help:"the region that it lies in, us-east-1 unless given"`
	Tags      []engine.Pair `op:"tag.*" help:"a tag of it"`
	Granted
}

// asks says what who makes a bucket so must be allowed to do, and what conditions of policies see of it.
//
// Source: Amazon S3 API, "CreateBucket", "Permissions".
func (o CreateBucket) asks() (actions []string, keys []engine.Pair) {
	actions = append([]string{"s3:CreateBucket"}, o.Granted.actions("s3:PutBucketAcl")...)
	if o.Ownership != "" {
		actions = append(actions, "s3:PutBucketOwnershipControls")
	}
	if o.Lock {
		actions = append(actions, "s3:PutBucketObjectLockConfiguration", "s3:PutBucketVersioning")
	}
	if len(o.Tags) > 0 {
		actions = append(actions, "s3:TagResource")
	}
	keys = optional(o.Granted.keys(), keyLocation, engine.Opt[string]{Set: o.Region != "", Want: o.Region})
	return actions, optional(keys, keyOwnership, engine.Opt[string]{Set: o.Ownership != "", Want: o.Ownership})
}

// may looks at the permissions.
func (o CreateBucket) may(tx *engine.Tx, b *Bucket) (no *refusal) {
	actions, keys := o.asks()
	c := caller{tx: tx, state: tx.State().(*State), bucket: b, keys: keys}
	for _, action := range actions {
		if no == nil {
			no = c.may(action, arn(o.Path))
		}
	}
	return no
}

func (o CreateBucket) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	old := s.buckets.Get(o.Path)
	next := &Bucket{versioning: off, created: tx.Mark(), region: o.Region}
	next.was.versioning = off
	no := o.may(tx, next)
	switch {
	case no != nil:
		return no.answer(tx)
	case !isBucketName(o.Path):
		return refuse(badBucketName, engine.Text(o.Path), text("bucket-name", o.Path)).answer(tx)
	case o.Region != "" && !isRegion(o.Region):
		return refuse(badRegion, engine.Text(o.Region), text("location-constraint", o.Region)).answer(tx)
	case old != nil && !old.gone && old.region == "" && o.Region == "":
		return o.again(tx, s, old)
	case old != nil && !old.gone:
		no := refuse(bucketExists, engine.Text(o.Path), text("bucket-name", o.Path))
		no.cause.Since = old.created
		return no.answer(tx)
	case o.Ownership != "" && !isOwnership(o.Ownership):
		return refuse(badOwnership, engine.Text(o.Ownership), text("argument-name", "x-amz-object-ownership"),
			text("message", "Invalid x-amz-object-ownership header: "+o.Ownership)).answer(tx)
	case old != nil:
		next.removed = old.removed
	}
	if o.Ownership != "" {
		next = next.with(kept{"ownershipControls", "<Rule><ObjectOwnership>" + o.Ownership +
			"</ObjectOwnership></Rule>",
			tx.Mark()})
	}
	acl, no := o.Granted.ofNew(next)
	if no != nil {
		return no.answer(tx)
	}
	if acl != "" {
		next = next.with(kept{"acl", acl, tx.Mark()})
	}
	tags, no := taggingOf(o.Tags)
	if no != nil {
		return no.answer(tx)
	}
	if tags != "" {
		next = next.with(kept{"tagging", tags, tx.Mark()})
	}
	if o.Lock {
		next = next.with(kept{"object-lock", "<ObjectLockEnabled>Enabled</ObjectLockEnabled>", tx.Mark()})
		next.versioning = enabled
	}
	tx.Change(engine.Change{Part: engine.Part{Object: bucketName(o.Path), Name: "policy", Mark: next.removed,
		Gone: true}, Wanted: true})
	s.buckets.Put(tx, o.Path, next)
	return tx.Done(200)
}

// again makes a bucket that is there in us-east-1, as its maker may: only its access list is set anew.
//
// Source: Amazon S3 API, "CreateBucket", BucketAlreadyOwnedByYou.
// Assumed: what else the request asks for is not looked at.
func (o CreateBucket) again(tx *engine.Tx, s *State, old *Bucket) engine.Answer {
	list, no := o.Granted.ofNew(old)
	if no != nil {
		return no.answer(tx)
	}
	c := configurationOf("acl")
	if list == "" {
		list = c.fresh
	}
	if _, given := old.given(c.kind); given || list != c.fresh {
		configure(tx, s, o.Path, c, list)
	}
	return tx.Done(200)
}

// reserved are beginnings and ends of names that are for other things than buckets.
//
// Source: Amazon S3 User Guide, "General purpose buckets naming rules".
var (
	reservedFirst = []string{"xn--", "sthree-", "amzn-s3-demo-"}
	reservedLast  = []string{"-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3"}
)

// home is the region in which a bucket lies that names none. Nobody can name it.
//
// Source: Amazon S3 API, "CreateBucket", LocationConstraint.
const home = "us-east-1"

// isRegion says whether a text can be the name of a region, as eu-west-1, or the old name of one.
func isRegion(name string) bool {
	words := strings.Split(name, "-")
	last := words[len(words)-1]
	places := []string{"af", "ap", "ca", "cn", "eu", "il", "me", "mx", "sa", "us"}
	return name == "EU" || name != home && len(words) >= 3 && len(words) <= 4 && len(last) == 1 &&
		last >= "1" && last <= "9" && slices.Contains(places, words[0]) &&
		strings.Trim(strings.Join(words[1:len(words)-1], ""), "abcdefghijklmnopqrstuvwxyz") == ""
}

// lies is the region of a bucket as headers name it.
func (b *Bucket) lies() string {
	switch b.region {
	case "":
		return home
	case "EU":
		return "eu-west-1"
	}
	return b.region
}

// isBucketName: 3 to 63 lower-case letters, digits, dots and dashes, letters or digits at both ends, no two dots side
// by side, no address.
func isBucketName(name string) bool {
	if len(name) < 3 || len(name) > 63 || strings.Contains(name, "..") ||
		slices.ContainsFunc(reservedFirst, func(s string) bool { return strings.HasPrefix(name, s) }) ||
		slices.ContainsFunc(reservedLast, func(s string) bool { return strings.HasSuffix(name, s) }) {
		return false
	}
	if at, err := netip.ParseAddr(name); err == nil && at.Is4() {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" &&
		strings.Trim(name[:1]+name[len(name)-1:], ".-") == name[:1]+name[len(name)-1:]
}

// DeleteBucket removes a bucket in which nothing is left: no object, version or delete marker. Open uploads do not stop
// it.
//
// Answers: 204; 409 BucketNotEmpty; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "DeleteBucket"; rules.md, "State", last row of the table.
type DeleteBucket struct {
	Path string `op:"path" help:"the bucket"`
}

func (o DeleteBucket) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, o.Path, "s3:DeleteBucket")
	if no != nil {
		return no.answer(tx)
	}
	left, last := int64(0), engine.Mark{}
	for path, object := range s.objects.All() {
		if strings.HasPrefix(path, o.Path+"/") && len(object.versions) > 0 {
			left += int64(len(object.versions))
			last = engine.Newest(last, object.changed)
		}
	}
	if left > 0 {
		no := refuse(bucketNotEmpty, engine.Text(o.Path), text("bucket-name", o.Path))
		if s.bucket(o.Path).versioning != off {
			no = refuse(bucketNotEmpty, engine.Text(o.Path), text("bucket-name", o.Path), text("message",
				bucketNotEmpty.Fault.Message+". You must delete all versions in the bucket."))
		}
		no.cause.Have, no.cause.Since = engine.Number(left), last
		return no.answer(tx)
	}
	for _, u := range s.uploads.All() {
		if strings.HasPrefix(u.path, o.Path+"/") && u.status == open {
			place{state: s}.drop(tx, u, dropped)
		}
	}
	for _, part := range s.bucket(o.Path).parts(o.Path) {
		part.Drops = true
		tx.Change(part)
	}
	s.buckets.Put(tx, o.Path, &Bucket{gone: true, removed: tx.Mark()})
	return tx.Done(204)
}

// parts are policy and versioning, and the bucket itself.
func (b *Bucket) parts(name string) []engine.Change {
	object := bucketName(name)
	list := []engine.Change{{Part: engine.Part{Object: object, Name: "policy", Mark: b.wrote.policy}}}
	if b.wrote.policy.IsZero() {
		list[0].Mark = b.created
	}
	if !b.wrote.versioning.IsZero() {
		list = append(list, engine.Change{Part: engine.Part{Object: object, Name: "versioning",
			Mark: b.wrote.versioning}})
	}
	for _, k := range b.kept {
		if k.text != "" {
			list = append(list, engine.Change{Part: k.part(name)})
		}
	}
	return list
}

// PutPolicy replaces the policy of a bucket.
//
// Answers: 204; 400 MalformedPolicy; 404 NoSuchBucket; 403 AccessDenied, also for a public one while the bucket blocks
// these, as every new bucket does.
//
// Source: Amazon S3 API, "PutBucketPolicy"; rules.md, "Bucket policies" and "Public policies".
type PutPolicy struct {
	Path   string `op:"path" help:"the bucket"`
	Policy string `op:"policy,content" help:"the policy, in JSON"`
}

// DeletePolicy takes the policy of a bucket away.
//
// Answers: 204; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "DeleteBucketPolicy"; rules.md, "State".
type DeletePolicy struct {
	Path string `op:"path" help:"the bucket"`
}

// GetPolicy reads the policy of a bucket.
//
// Answers: 200 with policy; 404 NoSuchBucketPolicy; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "GetBucketPolicy"; rules.md, "State".
type GetPolicy struct {
	Path string `op:"path" help:"the bucket"`
}

func (o PutPolicy) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, o.Path, "s3:PutBucketPolicy")
	if no != nil {
		return no.answer(tx)
	}
	d, err := readPolicy(o.Policy, o.Path)
	if err != nil {
		return malformedPolicy(err).answer(tx)
	}
	if d.public() && s.bucket(o.Path).blocksPolicies(tx, "BlockPublicPolicy") {
		return refuse(policyBlocked, engine.Value{}, text("message", fmt.Sprintf("User: %s is not authorized to "+
			"perform: s3:PutBucketPolicy on resource: %q because public policies are prevented by the "+
			"BlockPublicPolicy setting in S3 Block Public Access.", tx.Principal(), arn(o.Path)))).answer(tx)
	}
	setPolicy(tx, s, o.Path, d)
	return tx.Done(204)
}

func (o DeletePolicy) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, o.Path, "s3:DeleteBucketPolicy")
	if no != nil {
		return no.answer(tx)
	}
	setPolicy(tx, s, o.Path, nil)
	return tx.Done(204)
}

func malformedPolicy(err error) *refusal {
	no := refuse(badPolicy, engine.Text(err.Error()))
	var known *policyError
	if errors.As(err, &known) {
		no.fields = append(no.fields, text("message", known.message))
	}
	return no
}

// setPolicy replaces the policy; nil takes it away.
func setPolicy(tx *engine.Tx, s *State, name string, d *document) {
	old := s.bucket(name)
	if old.policy == nil && d == nil {
		return
	}
	part := old.parts(name)[0]
	part.Gone, part.Drops = old.policy == nil, d == nil
	tx.Change(part)
	next := *old
	next.was.policy, next.policy, next.policyText, next.wrote.policy = old.policy, d, "", tx.Mark()
	if d != nil {
		next.policyText = d.text
	}
	s.buckets.Put(tx, name, &next)
}

func (o GetPolicy) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, o.Path, "s3:GetBucketPolicy")
	if no != nil {
		return no.answer(tx)
	}
	b := s.bucket(o.Path)
	part := b.parts(o.Path)[0].Part
	part.Gone = b.policy == nil
	tx.Show(part)
	if b.policy == nil {
		return refuse(noBucketPolicy, engine.Text(o.Path), text("bucket-name", o.Path)).answer(tx)
	}
	return tx.Done(200, text("policy", b.policyText))
}

// PutVersioning switches the versions of a bucket on, or suspends them; it never goes back to Off.
//
// Answers: 200; 400 MalformedXML for another word, IllegalVersioningConfigurationException for none; 409
// InvalidBucketState; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "PutBucketVersioning"; rules.md, "Versioning".
type PutVersioning struct {
	Path   string `op:"path" help:"the bucket"`
	Status string `op:"status,content,one=Enabled|Suspended" help:"Enabled or Suspended"`
}

// GetVersioning reads how a bucket keeps versions.
//
// Answers: 200 with status, none where it was never switched; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "GetBucketVersioning"; rules.md, "State".
type GetVersioning struct {
	Path string `op:"path" help:"the bucket"`
}

func (o PutVersioning) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, o.Path, "s3:PutBucketVersioning")
	switch {
	case no != nil || o.Status == enabled || o.Status == suspended:
	case o.Status == "":
		no = refuse(badStatus, engine.Value{})
	default:
		no = refuse(otherStatus, engine.Text(o.Status))
	}
	if no == nil && o.Status == suspended && s.bucket(o.Path).locks() {
		no = refuse(versionsStay, engine.Text(o.Status))
	}
	if no != nil {
		return no.answer(tx)
	}
	old := s.bucket(o.Path)
	next := *old
	next.was.versioning, next.versioning, next.wrote.versioning = old.versioning, o.Status, tx.Mark()
	mark := engine.Newest(old.created, old.wrote.versioning)
	tx.Change(engine.Change{Part: engine.Part{Object: bucketName(o.Path), Name: "versioning", Mark: mark}})
	s.buckets.Put(tx, o.Path, &next)
	return tx.Done(200)
}

func (o GetVersioning) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, o.Path, "s3:GetBucketVersioning")
	if no != nil {
		return no.answer(tx)
	}
	b := s.bucket(o.Path)
	tx.Show(engine.Part{Object: bucketName(o.Path), Name: "versioning",
		Mark: engine.Newest(b.created, b.wrote.versioning)})
	if b.versioning == off {
		return tx.Done(200)
	}
	return tx.Done(200, text("status", b.versioning))
}

// PutRolePolicy gives a principal rights of its own, and no others: until then it may do everything.
//
// Answers: 200; 400 MalformedPolicy.
//
// Source: AWS IAM API, "PutRolePolicy"; rules.md, "Bucket policies", "Evaluation". Assumed: each role has one policy;
// who has none is an administrator.
type PutRolePolicy struct {
	Path   string `op:"role" help:"the principal"`
	Policy string `op:"policy,content" help:"the policy, in JSON"`
}

func (o PutRolePolicy) Apply(tx *engine.Tx) engine.Answer {
	d, err := readPolicy(o.Policy, "")
	if err != nil {
		return malformedPolicy(err).answer(tx)
	}
	s := tx.State().(*State)
	part := engine.Part{Object: engine.ObjectID{Kind: "role", Name: o.Path}, Name: "policy", Gone: true}
	if old := s.roles.Get(o.Path); old != nil {
		part.Mark, part.Gone = old.wrote, false
	}
	tx.Change(engine.Change{Part: part})
	s.roles.Put(tx, o.Path, &Role{policyText: o.Policy, policy: d, wrote: tx.Mark()})
	return tx.Done(200)
}
