package share

import (
	"strings"

	"interleave/engine"
)

// policiesMost is how many access policies a share has at most.
//
// Source: Azure REST, "Set Share ACL".
const policiesMost = 5

// policyRules are about the stored access policy by which a request comes.
var policyRules = engine.NewPolicyRules(
	rest("Set Share ACL"))

// lettersLack is about the letters of the signature by which a request comes, where they allow to create alone.
var lettersLack = engine.Unsure(engine.NewRule("signed permissions", engine.Source{
	Document: "Azure REST, \"Create an account SAS\"", Section: "Account SAS permissions by operation"}, "", 403,
	"AuthorizationPermissionMismatch",
	"This request is not authorized to perform this operation using this permission."),
	"with which code a file is not replaced is not documented; adopted: as any operation that the letters lack")

// permitted is what comes behind the look for the share where a request names an access policy of it, or where the
// letters of its signature allow to create alone.
//
// Source: rules.md, "Requests under an access policy".
func (s *Share) permitted(tx *engine.Tx, under engine.UnderPolicy, letters string) *engine.Cause {
	if signed, ok := engine.SignedLetters(under.Under); ok {
		if strings.ContainsAny(signed, letters) {
			return nil
		}
		return &engine.Cause{Rule: lettersLack, Want: engine.Text(letters), Have: engine.Text(signed)}
	}
	return policyRules.Look(tx, under, &s.policies, letters)
}

// enter is the share of a path, and that the policy by which a request comes allows one of the letters.
func (s *State) enter(tx *engine.Tx, path string, under engine.UnderPolicy, letters string) *engine.Cause {
	x, c := s.findShare(tx, shareOf(path))
	if c == nil {
		c = x.permitted(tx, under, letters)
	}
	return c
}

func (s *Share) aclPart(name string) engine.Part {
	return engine.Part{Object: shareObject(name), Name: "acl", Mark: engine.Newest(s.created, s.policed)}
}

// GetShareACL reads the access policies of a share.
//
// Answers: 200 with policy.NAME; 404 ShareNotFound.
//
// Source: Azure REST, "Get Share ACL".
type GetShareACL struct {
	Share string `op:"share" help:"the share"`
}

// Apply reads.
func (o GetShareACL) Apply(tx *engine.Tx) engine.Answer {
	share, c := tx.State().(*State).findShare(tx, o.Share)
	if c != nil {
		return tx.Refuse(c)
	}
	tx.Show(share.aclPart(o.Share))
	return tx.Done(200, append(share.fields(), share.policies.Fields()...)...)
}

// SetShareACL replaces all access policies of a share: at most 5. It takes no condition: the last writer wins.
//
// Answers: 200 with a new ETag; 400 InvalidXmlDocument for more than 5; 404 ShareNotFound.
//
// Source: Azure REST, "Set Share ACL".
type SetShareACL struct {
	Share    string        `op:"share" help:"the share"`
	Policies []engine.Pair `op:"policy.*,content" help:"the permissions of an access policy, as rcwdl; all others go"`
	engine.PolicyDates
}

// Apply replaces.
func (o SetShareACL) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	if n := int64(len(o.Policies)); n > policiesMost {
		return tx.Refuse(&engine.Cause{Rule: manyPolicies, Want: engine.Number(n), Have: engine.Number(policiesMost)})
	}
	old, c := s.findShare(tx, o.Share)
	if c != nil {
		return tx.Refuse(c)
	}
	next := *old
	tx.Change(engine.Change{Part: old.aclPart(o.Share)})
	next.policies, next.policed = old.policies.Replaced(tx, o.Policies, o.PolicyDates), tx.Mark()
	next.touched(tx)
	s.shares.Put(tx, o.Share, &next)
	return tx.Done(200, next.fields()...)
}

// SetDirectoryProperties sets what SMB keeps of a directory: its permission, its attributes and times, of which nothing
// but the date of the change is kept here.
//
// Answers: 200 with a new ETag; 400 FileInvalidPermission and its kin; 404 ResourceNotFound, ParentNotFound,
// ShareNotFound.
//
// Source: Azure REST, "Set Directory Properties".
type SetDirectoryProperties struct {
	Path string `op:"path" help:"the directory, its share before the first slash"`
	Permitted
	engine.UnderPolicy
}

// Apply sets.
func (o SetDirectoryProperties) Apply(tx *engine.Tx) engine.Answer {
	c := o.Permitted.validate(true)
	if c != nil {
		return tx.Refuse(c)
	}
	d, c := directoryAt(tx, o.Path, o.UnderPolicy, "w")
	s := tx.State().(*State)
	if c == nil {
		c = o.known(s.shares.Get(shareOf(o.Path)))
	}
	if c != nil {
		return tx.Refuse(c)
	}
	next := *d
	if key := o.keyed(tx, s, shareOf(o.Path), d.permission); key != d.permission {
		next.permission = key
	}
	next.touched(tx)
	s.directories.Put(tx, o.Path, &next)
	return tx.Done(200, permissionField(next.fields(), next.permission)...)
}
