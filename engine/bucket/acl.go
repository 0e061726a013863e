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

// checkAcl is an access list as it is kept. While the bucket's owner owns everything there are none to be set.
//
// Source: rules.md, "Configurations of a bucket", below the table.
func checkAcl(s setting) (string, *refusal) {
	grants, known := canned[s.canned]
	ownership, changed := s.bucket.given("ownershipControls")
	switch {
	case s.canned == "" && s.text == "":
		return "", refuse(noAclHeader, engine.Value{}, text("missing-header-name", "x-amz-acl"))
	case s.canned != "" && s.text != "":
		return "", refuse(aclTwice, engine.Text(s.canned))
	case s.canned != "" && !known:
		return "", refuse(badAcl, engine.Text(s.canned), text("argument-name", "x-amz-acl"),
			text("argument-value", s.canned))
	case (!changed || ownership.text == enforced) && s.canned != "bucket-owner-full-control" &&
		(s.canned != "" || s.grants() != fullGrant): // the same, as a document
		return "", refuse(aclsOff, engine.Text(s.canned))
	}
	list := fullGrant
	if s.canned != "" {
		for _, g := range grants {
			list += grantOf("URI", g[0], g[1])
		}
	} else if list = s.grants(); list == "" {
		return "", refuse(badAclDocument, engine.Value{})
	}
	blocks, changed := s.bucket.given("publicAccessBlock")
	if strings.Contains(list, everyone) && (!changed || strings.Contains(blocks.text, "<BlockPublicAcls>true")) {
		return "", refuse(publicBlocked, engine.Text(s.canned))
	}
	return whose + "<AccessControlList>" + list + "</AccessControlList>", nil
}

func grantOf(by, who, what string) string {
	return "<Grant><Grantee><" + by + ">" + who + "</" + by + "></Grantee><Permission>" + what + "</Permission></Grant>"
}

// grants are those of a document; empty where it is none.
func (s setting) grants() (list string) {
	e, ok := s.read()
	lists := e.all("AccessControlList")
	if !ok || len(lists) != 1 || e.at("Owner", "ID") == "" {
		return ""
	}
	for _, g := range lists[0].all("Grant") {
		what := g.at("Permission")
		by, who := "ID", g.at("Grantee", "ID")
		if who == "" {
			by, who = "URI", g.at("Grantee", "URI")
		}
		if !slices.Contains([]string{"FULL_CONTROL", "READ", "WRITE", "READ_ACP", "WRITE_ACP"}, what) ||
			who == "" || strings.ContainsAny(who, "<>&") {
			return ""
		}
		list += grantOf(by, who, what)
	}
	return list
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
	if f.version.acl == "" {
		return tx.Done(200, text("document", ownersAlone))
	}
	return tx.Done(200, text("document", f.version.acl))
}

// PutObjectAcl says who may do what with an object. It changes neither ETag nor date.
//
// Answers: 200; 400 AccessControlListNotSupported while the bucket's owner owns everything in it, as in every new
// bucket; 400 MalformedACLError; those of Head.
//
// Source: Amazon S3 API, "PutObjectAcl"; rules.md, "Configurations of a bucket", below the table.
type PutObjectAcl struct {
	Path     string                   `op:"path" help:"the object, its bucket before the first slash"`
	Document string                   `op:"document,content" help:"the access list: what stands in its outermost element"`
	Canned   string                   `op:"acl" help:"its short name, as private"`
	Version  engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version whose list it is"`
}

// cannedKey is what conditions see of the short name of an access list.
func cannedKey(name string) []engine.Pair {
	return optional(nil, keyACL, engine.Opt[string]{Set: name != "", Want: name})
}

// Apply replaces.
func (o PutObjectAcl) Apply(tx *engine.Tx) engine.Answer {
	f, no := OfVersion{o.Path, o.Version}.checkAs(tx, visit{says: cannedKey(o.Canned)}, "s3:PutObject*Acl")
	if no != nil {
		return no.answer(tx)
	}
	name, _ := split(o.Path)
	list, no := checkAcl(setting{state: f.state, bucket: f.state.bucket(name), name: name, text: o.Document,
		canned: o.Canned})
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
