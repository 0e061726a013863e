package bucket

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Owner is the id of the one account that everything belongs to.
const Owner = "interleave"

// Access lists in the form in which they are kept: whose it is, then who else may what.
const (
	whose       = "<Owner><ID>" + Owner + "</ID></Owner>"
	fullGrant   = "<Grant><Grantee><ID>" + Owner + "</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant>"
	ownersAlone = whose + "<AccessControlList>" + fullGrant + "</AccessControlList>"
	everyone    = "http://acs.amazonaws.com/groups/global/AllUsers"
	signedIn    = "http://acs.amazonaws.com/groups/global/AuthenticatedUsers"
	logs        = "http://acs.amazonaws.com/groups/s3/LogDelivery"
)

// putsACL is what who grants something of an object must be allowed to do.
const putsACL = "s3:PutObjectAcl"

// canned are the short names of access lists: who has what beside the owner, who has everything.
//
// Source: Amazon S3 User Guide, "Access control list (ACL) overview", "Canned ACL".
var canned = map[string][][2]string{
	"private": nil, "bucket-owner-full-control": nil, "bucket-owner-read": nil, "aws-exec-read": nil,
	"public-read":        {{everyone, "READ"}},
	"public-read-write":  {{everyone, "READ"}, {everyone, "WRITE"}},
	"authenticated-read": {{signedIn, "READ"}},
	"log-delivery-write": {{logs, "WRITE"}, {logs, "READ_ACP"}},
}

// Granted is what a request says in its headers of who may do what with the thing that it makes or names.
type Granted struct {
	Canned string        `op:"acl" help:"its access list by a short name, as private"`
	Grants []engine.Pair `op:"grant.*" help:"who may do this with it, as id=ID: full-control, read, read-acp, write or write-acp"`
}

// said says whether there is anything of that.
func (g Granted) said() bool { return g.Canned != "" || len(g.Grants) > 0 }

// keys are what conditions of policies see of it.
func (g Granted) keys() (keys []engine.Pair) {
	keys = optional(keys, keyACL, engine.Opt[string]{Set: g.Canned != "", Want: g.Canned})
	for _, p := range g.Grants {
		keys = append(keys, engine.Pair{Name: keyGrant + p.Name, Text: p.Text})
	}
	return keys
}

// actions are what who grants something must be allowed to do beside the rest.
//
// Source: Amazon S3 API, "PutObject" and "CreateBucket", "Permissions".
func (g Granted) actions(granting string) []string {
	if !g.said() {
		return nil
	}
	return []string{granting}
}

// list is the access list that the headers say, whatever the bucket takes; empty: they say none.
//
// Source: rules.md, "Access lists".
func (g Granted) list() (list string, no *refusal) {
	grants, known := canned[g.Canned]
	switch {
	case g.Canned != "" && len(g.Grants) > 0:
		return "", refuse(aclTwoWays, engine.Text(g.Canned))
	case g.Canned != "" && !known:
		return "", refuse(badAcl, engine.Text(g.Canned), text("argument-name", "x-amz-acl"),
			text("argument-value", g.Canned))
	case g.Canned != "":
		list = fullGrant
		for _, one := range grants {
			list += grantOf("URI", one[0], one[1])
		}
		return list, nil
	}
	for _, p := range g.Grants {
		what := strings.ReplaceAll(strings.ToUpper(p.Name), "-", "_")
		for one := range strings.SplitSeq(p.Text, ",") {
			by, who, _ := strings.Cut(strings.TrimSpace(one), "=")
			who = strings.Trim(strings.TrimSpace(who), `"`)
			if by, no = grantee(by, who, "x-amz-grant-"+p.Name, strings.TrimSpace(one)); no != nil {
				return "", no
			}
			list += grantOf(by, who, what)
		}
	}
	return list, nil
}

// grantee is how whom a grant is for is told, in the word of a document.
//
// Source: rules.md, "Access lists".
func grantee(by, who, header, whole string) (string, *refusal) {
	wrong := func(message, name, value string) (string, *refusal) {
		return "", refuse(badAcl, engine.Text(whole), text("message", message), text("argument-name", name),
			text("argument-value", value))
	}
	switch by {
	case "id":
		if !isOwner(who) {
			return wrong("Invalid id", "id", who)
		}
		return "ID", nil
	case "uri":
		if !isGroup(who) {
			return wrong("Invalid group uri", "uri", who)
		}
		return "URI", nil
	case "emailAddress":
		return "", refuse(noMoreMail, engine.Text(whole))
	}
	return wrong("Argument format not recognized", header, whole)
}

// isOwner says whether a text can be the canonical id of an account: 64 digits, or the one that there is here.
func isOwner(id string) bool {
	return id == Owner || len(id) == 64 && strings.Trim(id, "0123456789abcdef") == ""
}

func isGroup(uri string) bool { return uri == everyone || uri == signedIn || uri == logs }

// isPublic says whether an access list lets others in than accounts that it names.
//
// Source: Amazon S3 User Guide, "Blocking public access to your Amazon S3 storage", "The meaning of public".
func isPublic(list string) bool {
	return strings.Contains(list, everyone) || strings.Contains(list, signedIn)
}

// enforces says whether the bucket's owner owns everything in it, so that there are no access lists.
func (b *Bucket) enforces() bool {
	ownership, changed := b.given("ownershipControls")
	return !changed || ownership.text == enforced
}

// blocks says whether the bucket blocks a kind of public access, as every new one does.
func (b *Bucket) blocks(what string) bool {
	k, changed := b.given("publicAccessBlock")
	return !changed || strings.Contains(k.text, "<"+what+">true")
}

// blocksPolicies is blocks of what is about policies. The block that a new bucket has by itself counts under a switch.
func (b *Bucket) blocksPolicies(tx *engine.Tx, what string) bool {
	_, changed := b.given("publicAccessBlock")
	return b.blocks(what) && (changed || tx.Setting("public-policies") == "blocked")
}

// takes says whether the bucket takes an access list; canned is its short name where it has one.
//
// Source: rules.md, "Access lists".
func (b *Bucket) takes(list, canned string) *refusal {
	switch {
	case b.enforces() && canned != "bucket-owner-full-control" && (canned != "" || list != fullGrant):
		return refuse(aclsOff, engine.Text(canned))
	case isPublic(list) && b.blocks("BlockPublicAcls"):
		return refuse(publicBlocked, engine.Text(canned))
	}
	return nil
}

// of is the access list of a new object in a bucket, as it is kept: empty where it says that the owner has everything.
// All who write are of the account that the bucket belongs to: what is private is the bucket owner's alone.
func (g Granted) of(b *Bucket) (string, *refusal) {
	if !g.said() || b.enforces() && g.Canned == "private" && len(g.Grants) == 0 {
		return "", nil
	}
	list, no := g.list()
	if no == nil {
		no = b.takes(list, g.Canned)
	}
	if no != nil || list == fullGrant {
		return "", no
	}
	return whose + "<AccessControlList>" + list + "</AccessControlList>", nil
}

// ofNew is the access list that a bucket is made with, as it is kept.
//
// Source: rules.md, "Access lists", the rows of CreateBucket.
func (g Granted) ofNew(b *Bucket) (string, *refusal) {
	list, no := g.list()
	switch {
	case no != nil || list == "" || list == fullGrant:
		return "", no
	case b.enforces():
		return "", refuse(ownedAcl, engine.Text(g.Canned))
	case isPublic(list):
		return "", refuse(blockedAcl, engine.Text(g.Canned))
	}
	return whose + "<AccessControlList>" + list + "</AccessControlList>", nil
}

// checkAcl is an access list as it is kept. While the bucket's owner owns everything there are none to be set.
//
// Source: rules.md, "Access lists".
func checkAcl(s setting) (string, *refusal) {
	switch {
	case !s.granted.said() && s.text == "":
		return "", refuse(noAclHeader, engine.Value{}, text("missing-header-name", "x-amz-acl"))
	case s.granted.said() && s.text != "":
		return "", refuse(aclTwice, engine.Text(s.granted.Canned))
	}
	list, no := s.granted.list()
	if s.text != "" {
		list, no = s.grants()
	}
	if no == nil || no.cause.Rule == badAclDocument && s.bucket.enforces() { // which is looked at first
		no = s.bucket.takes(list, s.granted.Canned)
	}
	if no != nil {
		return "", no
	}
	return whose + "<AccessControlList>" + list + "</AccessControlList>", nil
}

func grantOf(by, who, what string) string {
	return "<Grant><Grantee><" + by + ">" + who + "</" + by + "></Grantee><Permission>" + what + "</Permission></Grant>"
}

// grants are those of a document.
func (s setting) grants() (list string, no *refusal) {
	e, ok := s.read()
	lists := e.all("AccessControlList")
	if !ok || len(lists) != 1 || e.at("Owner", "ID") == "" {
		return "", refuse(badAclDocument, engine.Value{})
	}
	for _, g := range lists[0].all("Grant") {
		what := g.at("Permission")
		by, who := "ID", g.at("Grantee", "ID")
		if who == "" {
			by, who = "URI", g.at("Grantee", "URI")
		}
		switch {
		case g.at("Grantee", "EmailAddress") != "":
			return "", refuse(noMoreMail, engine.Text(g.at("Grantee", "EmailAddress")))
		case !slices.Contains([]string{"FULL_CONTROL", "READ", "WRITE", "READ_ACP", "WRITE_ACP"}, what) || who == "":
			return "", refuse(badAclDocument, engine.Value{})
		case by == "ID" && !isOwner(who):
			return "", refuse(badAcl, engine.Text(who), text("message", "Invalid id"),
				text("argument-name", "CanonicalUser/ID"), text("argument-value", who))
		case by == "URI" && !isGroup(who):
			return "", refuse(badAcl, engine.Text(who), text("message", "Invalid group uri"),
				text("argument-name", "Group/URI"), text("argument-value", who))
		}
		list += grantOf(by, who, what)
	}
	return list, nil
}

// GetObjectAcl reads who may do what with an object: its owner, unless it was given to others.
//
// Answers: 200 with document; those of Head.
//
// Source: Amazon S3 API, "GetObjectAcl".
type GetObjectAcl struct{ OfVersion }

// Apply reads.
func (o GetObjectAcl) Apply(tx *engine.Tx) engine.Answer {
	f, no := o.check(tx, "s3:GetObject*Acl")
	if no != nil {
		return no.answer(tx)
	}
	f.show(tx, "properties")
	if f.version.acl == "" || f.bucket.enforces() {
		return tx.Done(200, text("document", ownersAlone))
	}
	return tx.Done(200, text("document", f.version.acl))
}

// PutObjectAcl says who may do what with an object. It changes neither ETag nor date.
//
// Answers: 200; 400 AccessControlListNotSupported while the bucket's owner owns everything in it, as in every new
// bucket; 400 MalformedACLError; those of Head.
//
// Source: Amazon S3 API, "PutObjectAcl"; rules.md, "Access lists".
type PutObjectAcl struct {
	Path     string `op:"path" help:"the object, its bucket before the first slash"`
	Document string `op:"document,content" help:"the access list: what stands in its outermost element"`
	Granted
	Version engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version whose list it is"`
}

// Apply replaces.
func (o PutObjectAcl) Apply(tx *engine.Tx) engine.Answer {
	f, no := OfVersion{o.Path, o.Version}.checkAs(tx, visit{says: o.Granted.keys()}, "s3:PutObject*Acl")
	if no != nil {
		return no.answer(tx)
	}
	name, _ := split(o.Path)
	list, no := checkAcl(setting{state: f.state, bucket: f.state.bucket(name), name: name, text: o.Document,
		granted: o.Granted})
	if no != nil {
		return no.answer(tx)
	}
	next, version := *f.object, *f.version
	next.versions = slices.Clone(f.object.versions)
	version.acl = list
	next.versions[slices.Index(f.object.versions, f.version)] = &version
	f.state.objects.Put(tx, f.path, &next)
	return tx.Done(200)
}
