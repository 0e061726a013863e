package share

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"interleave/engine"
)

// Permitted says who may do what with a file or a directory, by SMB's rules, which nothing here goes by: as a text of
// SDDL, or by the key of one that the share has.
//
// Source: Azure REST, "Create File", x-ms-file-permission and x-ms-file-permission-key; rules.md, "Permissions".
type Permitted struct {
	Permission    engine.Opt[string] `op:"permission" help:"who may what: SDDL, or inherit, or, of what is there, preserve"`
	PermissionKey engine.Opt[string] `op:"permission-key" help:"instead: the key of a permission that the share has"`
}

// sddlMost is how many bytes of SDDL a header takes; a longer one is made a permission of the share first.
const sddlMost = 8 << 10

// validate is what is wrong with the words; there says whether the thing is there, and can keep what it has.
func (p Permitted) validate(there bool) *engine.Cause {
	switch text := p.Permission.Want; {
	case p.Permission.Set && p.PermissionKey.Set:
		return wrong(twoPermissions, p.PermissionKey.Raw())
	case !p.Permission.Set || strings.EqualFold(text, "inherit") || there && strings.EqualFold(text, "preserve"):
		return nil
	case len(text) > sddlMost || !isSDDL(text):
		return wrong(badPermission, p.Permission.Raw())
	}
	return nil
}

// isSDDL says whether a text begins as a security descriptor does: with its owner, its group or one of its lists.
func isSDDL(text string) bool {
	return len(text) > 2 && text[1] == ':' && strings.IndexByte("OGDS", text[0]) >= 0
}

// known is that the share has a permission of that key.
func (p Permitted) known(s *Share) *engine.Cause {
	if key := p.PermissionKey; key.Set && s.permission(key.Want) == nil {
		return wrong(noSuchPermission, key.Raw())
	}
	return nil
}

// keyed is the key of the permission that is asked for, which the share has from then on; have is that of before.
func (p Permitted) keyed(tx *engine.Tx, s *State, share, have string) string {
	switch text := p.Permission.Want; {
	case p.PermissionKey.Set:
		return p.PermissionKey.Want
	case !p.Permission.Set || strings.EqualFold(text, "preserve"):
		return have
	case strings.EqualFold(text, "inherit"):
		return ""
	default:
		return s.permit(tx, share, text)
	}
}

// permission is the permission of a key, nil where the share has none.
func (s *Share) permission(key string) *engine.Pair {
	at := slices.IndexFunc(s.permissions, func(p engine.Pair) bool { return p.Name == key })
	if at < 0 {
		return nil
	}
	return &s.permissions[at]
}

// permit gives a share a permission, and answers its key: that of the same text is the same.
func (s *State) permit(tx *engine.Tx, share, text string) (key string) {
	first, second := fnv.New64a(), fnv.New64()
	_, _ = first.Write([]byte(text)) // a hash takes everything
	_, _ = second.Write([]byte(text))
	key = fmt.Sprintf("%d*%d", first.Sum64(), second.Sum64())
	if old := s.shares.Get(share); old.permission(key) == nil {
		next := *old
		next.permissions = append(slices.Clone(old.permissions), engine.Pair{Name: key, Text: text})
		s.shares.Put(tx, share, &next)
	}
	return key
}

// permissionField is the key as answers tell it; nothing where the permission is that of the directory above.
func permissionField(fields []engine.Field, key string) []engine.Field {
	if key == "" {
		return fields
	}
	return append(fields, engine.Field{Name: "permission-key", Value: engine.Text(key)})
}

// CreatePermission gives a share a permission, for files and directories to name by its key. None is ever replaced.
//
// Permission: SDDL, as O:BAG:SYD:(A;;FA;;;SY).
//
// Answers: 201 with permission-key; 400 FileInvalidPermission; 404 ShareNotFound.
//
// Source: Azure REST, "Create Permission"; rules.md, "Permissions".
type CreatePermission struct {
	Share      string `op:"share" help:"the share"`
	Permission string `op:"permission,content" help:"who may what, as SDDL"`
}

// Apply makes it.
func (o CreatePermission) Apply(tx *engine.Tx) engine.Answer {
	if !isSDDL(o.Permission) {
		return tx.Refuse(wrong(badPermission, engine.Text(o.Permission)))
	}
	s := tx.State().(*State)
	if _, c := s.findShare(tx, o.Share); c != nil {
		return tx.Refuse(c)
	}
	return tx.Done(201, permissionField(nil, s.permit(tx, o.Share, o.Permission))...)
}

// GetPermission reads a permission of a share by its key.
//
// Answers: 200 with permission; 400 FileInvalidPermissionKey; 404 ShareNotFound.
//
// Source: Azure REST, "Get Permission"; rules.md, "Permissions".
type GetPermission struct {
	Share string `op:"share" help:"the share"`
	Key   string `op:"permission-key" help:"the key of the permission"`
}

// Apply reads.
func (o GetPermission) Apply(tx *engine.Tx) engine.Answer {
	share, c := tx.State().(*State).findShare(tx, o.Share)
	if c != nil {
		return tx.Refuse(c)
	}
	p := share.permission(o.Key)
	if p == nil {
		return tx.Refuse(wrong(noSuchPermission, engine.Text(o.Key)))
	}
	return tx.Done(200, engine.Field{Name: "permission", Value: engine.Text(p.Text)})
}
