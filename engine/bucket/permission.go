package bucket

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"interleave/engine"
)

// refusal is a cause with what the body of the error says beside code and message.
type refusal struct {
	cause  *engine.Cause
	fields []engine.Field
	keeps  bool // it leaves what was written
}

func (r *refusal) answer(tx *engine.Tx) engine.Answer {
	a := tx.Refuse(r.cause)
	if r.keeps {
		a = tx.RefuseKeeping(r.cause)
	}
	a.Fields = r.fields
	return a
}

func refuse(r *engine.Rule, want engine.Value, fields ...engine.Field) *refusal {
	return &refusal{cause: &engine.Cause{Rule: r, Want: want}, fields: fields}
}

func text(name, value string) engine.Field {
	return engine.Field{Name: name, Value: engine.Text(value)}
}

func number(name string, n int64) engine.Field {
	return engine.Field{Name: name, Value: engine.Number(n)}
}

// spreading is how long a change of a bucket's configuration may not be seen everywhere, while
// bucket.configuration=late.
//
// Source: rules.md, "Order of unconditional writes", the row of bucket configuration (15 minutes after versioning was
// first enabled).
const spreading = 15 * time.Minute

// late says whether a request still meets what a configuration was before its last change.
func late(tx *engine.Tx, changed engine.Mark) bool {
	return tx.Setting("configuration") == "late" && !changed.IsZero() && tx.Now() < changed.At.Add(spreading) &&
		tx.Choose(2) == 1
}

// caller is who asks for something in a bucket, and with which of the headers that conditions of policies look at.
type caller struct {
	tx     *engine.Tx
	state  *State
	bucket *Bucket
	keys   []engine.Pair
	owns   bool // what is asked for is the caller's own: allowed unless a policy denies it
}

// asked says whether any policy may be looked at.
func (c caller) asked() bool {
	return c.bucket.policy != nil || c.bucket.was.policy != nil || c.state.roles.Get(c.tx.Principal()) != nil
}

// may is nil where the policies allow an action. Any Deny that matches decides, then any Allow of the bucket's or of
// the caller's own rights; one to whom no rights were given may do everything.
//
// Source: rules.md, "Bucket policies", "Evaluation" and the table of elements. Assumed: who has no rights of its own is
// an administrator; whom nobody signed for has none.
func (c caller) may(action, resource string) *refusal {
	role := c.state.roles.Get(c.tx.Principal())
	anybody := c.tx.Principal() == engine.Anonymous
	allowed := role == nil && !anybody || c.owns
	policy := c.policy()
	if policy == nil && role == nil && !anybody {
		return nil // nothing is asked
	}
	keys := slices.Concat(seen(slices.Clone(c.keys), action), c.general())
	q := query{c.tx.Principal(), action, resource, keys}
	restricted := policy.public() && c.bucket.blocksPolicies(c.tx, "RestrictPublicBuckets")
	var nearly *engine.Cause // an Allow asks for more
	look := func(d *document, m engine.Mark) *engine.Cause {
		if d == nil {
			return nil
		}
		for i := range d.statements {
			s := &d.statements[i]
			switch {
			case !s.covers(q):
			case s.holds(keys) && s.Effect == "Deny":
				return &engine.Cause{Rule: deniedByPolicy, Want: engine.Text(action), Have: engine.Text(s.name(i)),
					Since: m}
			case s.holds(keys):
				allowed = allowed || !anybody || !restricted
			case s.Effect == "Allow":
				nearly = &engine.Cause{Rule: conditionUnmet, Want: engine.Text(action), Have: engine.Text(s.name(i)),
					Since: m}
			}
		}
		return nil
	}
	reason := "with an explicit deny in a resource-based policy"
	denied := look(policy, c.bucket.wrote.policy)
	if denied == nil && role != nil {
		reason = "with an explicit deny in an identity-based policy"
		denied = look(role.policy, role.wrote)
	}
	switch {
	case denied != nil:
	case allowed:
		return nil
	case nearly != nil:
		denied, reason = nearly, "because no policy allows the action without the condition"
	default:
		denied, reason = c.lacks(role, action), "because no policy allows the action"
	}
	if anybody {
		return &refusal{cause: denied}
	}
	message := fmt.Sprintf("User: %s is not authorized to perform: %s on resource: %q %s", q.principal, action,
		resource, reason)
	return &refusal{cause: denied, fields: []engine.Field{text("message", message)}}
}

// lacks is why no policy allows an action: the caller has rights of its own without it. What somebody gave it in the
// scene took from it what an administrator may do; whom the start gave its rights has never had more.
func (c caller) lacks(role *Role, action string) *engine.Cause {
	if role == nil || role.wrote.By == engine.Seed {
		return &engine.Cause{Rule: notAllowed, Want: engine.Text(action)}
	}
	return &engine.Cause{Rule: notGiven, Want: engine.Text(action), Since: role.wrote}
}

func (s *statement) name(place int) string {
	if s.Sid != "" {
		return s.Sid
	}
	return fmt.Sprintf("statement %d", place+1)
}

func (c caller) policy() *document {
	if late(c.tx, c.bucket.wrote.policy) {
		return c.bucket.was.policy
	}
	return c.bucket.policy
}

// versioning is how a bucket keeps versions, as the request meets it.
func (b *Bucket) versioningNow(tx *engine.Tx) string {
	if late(tx, b.wrote.versioning) {
		return b.was.versioning
	}
	return b.versioning
}

func arn(path string) string { return "arn:aws:s3:::" + path }

// findBucket is the bucket that a request names; what is missing is shown to be.
func findBucket(tx *engine.Tx, s *State, name string) (*Bucket, *refusal) {
	if b := s.bucket(name); b != nil {
		return b, nil
	}
	no := refuse(noSuchBucket, engine.Text(name), text("bucket-name", name))
	if b := s.buckets.Get(name); b != nil {
		no.cause.Since = b.removed
	}
	tx.Show(engine.Part{Object: bucketName(name), Name: "*", Gone: true, Mark: no.cause.Since})
	return nil, no
}

// visit is what any request for a key names: the key, and what it must be allowed to do.
type visit struct {
	path     string
	actions  []string // on the key
	creation string   // s3:ObjectCreationOperation, where the action is s3:PutObject; empty: it is not
	source   string   // what is copied; empty: nothing is
	when     guards
	owns     bool
	version  engine.Opt[engine.Token]
	tags     []engine.Pair // that the request brings
	says     []engine.Pair // what else conditions of policies see of it
}

// keys are what conditions of policies see of a request for a key.
//
// Source: rules.md, "Bucket policies", "Keys of conditions".
func (v visit) keys(p place) []engine.Pair {
	keys := slices.Concat(v.when.keys(), v.says, tagKeys(v.tags))
	if v.creation != "" {
		keys = append(keys, engine.Pair{Name: keyCreation, Text: v.creation})
	}
	if v.source != "" {
		keys = append(keys, engine.Pair{Name: keySource, Text: v.source})
	}
	var here *Version
	if p.object != nil {
		here = p.object.current()
	}
	if v.version.Set {
		id := engine.TokenAs(engine.VersionID, v.version)
		keys = append(keys, engine.Pair{Name: keyVersion, Text: v.version.Raw().String()})
		if here = nil; p.object != nil && p.object.version(id) >= 0 {
			here = p.object.versions[p.object.version(id)]
		}
	}
	if here != nil {
		for _, t := range here.tags {
			keys = append(keys, engine.Pair{Name: keyHas + strings.ToLower(t.Name), Text: t.Text})
		}
	}
	return keys
}

// place is what a request that was let in works on.
type place struct {
	state  *State
	bucket *Bucket
	path   string
	key    string
	object *Object
}

// enter looks at names, bucket and permission.
//
// Source: rules.md, "State", "Life of one request" (authorisation first), and "Multipart life cycle", "Complete, order
// of checks".
func (v visit) enter(tx *engine.Tx) (place, *refusal) {
	p, no := v.find(tx)
	if no != nil {
		return p, no
	}
	c := caller{tx: tx, state: p.state, bucket: p.bucket, owns: v.owns}
	if c.asked() {
		c.keys = v.keys(p)
	}
	for _, action := range v.actions {
		if no := c.may(action, arn(v.path)); no != nil {
			return p, no
		}
	}
	return p, nil
}

// keyMost is the longest key in bytes.
const keyMost = 1024

// climbs says whether a key, read from left to right, goes up more often than it went down.
//
// Source: Amazon S3 User Guide, "Naming Amazon S3 objects"; rules.md, "Words that are looked at first".
func climbs(key string) bool {
	if !strings.Contains(key, "..") {
		return false
	}
	depth := 0
	for segment := range strings.SplitSeq(key, "/") {
		if segment != ".." {
			depth++
		} else if depth--; depth < 0 {
			return true
		}
	}
	return false
}

// find is enter without permission: for what passed it at its arrival.
func (v visit) find(tx *engine.Tx) (p place, no *refusal) {
	name, key := split(v.path)
	switch {
	case key == "":
		return p, refuse(noKey, engine.Text(v.path))
	case len(key) > keyMost:
		return p, refuse(longKey, engine.Number(int64(len(key))))
	case climbs(key):
		return p, refuse(climbingKey, engine.Text(key))
	}
	p = place{state: tx.State().(*State), path: v.path, key: key}
	if p.bucket, no = findBucket(tx, p.state, name); no != nil {
		return p, no
	}
	p.object = p.state.object(v.path)
	return p, nil
}

// mayList says whether the caller may learn that a key is missing.
func (p place) mayList(tx *engine.Tx) *refusal {
	name, _ := split(p.path)
	return caller{tx: tx, state: p.state, bucket: p.bucket}.may("s3:ListBucket", arn(name))
}
