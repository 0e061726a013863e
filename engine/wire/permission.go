package wire

import (
	"strings"

	"interleave/engine"
)

// Permission is what a shared access signature must allow for an operation.
type Permission struct {
	Letters  string // one of which it must have; empty: any will do
	Also     string // one of which it must have as well; empty: none
	Resource byte   // s, c or o: the service, what holds the objects, or one of these
	Account  bool   // only a signature of the account allows it, none for a container, a queue, a table or a share
	Key      bool   // no signature allows it: it is for who has the key
}

// PermissionFor says what a shared access signature must allow for an operation of Azure.
//
// Source: Azure REST, "Create a service SAS", "Permissions for a blob", "... for a queue", "... for a table", "... for
// a file"; "Create an account SAS", "Account SAS permissions by operation". To replace what is there takes more than to
// create: that is for the service (engine.SignedLetters).
func PermissionFor(spec *engine.OpSpec) Permission {
	p := Permission{Resource: 'o'}
	switch {
	case strings.HasPrefix(spec.Verb, "list-containers"), spec.Verb == "list-queues", spec.Verb == "list-shares",
		strings.Contains(spec.Verb, "-service-"):
		p.Resource = 's'
	case strings.Contains(ofObjects, " "+spec.Verb+" "):
	case strings.Contains(" container queue share table ", " "+spec.Object+" "), spec.Verb == listsFiles:
		p.Resource = 'c'
	}
	if p.Letters = lettersOf(spec); p.Letters == toInsertOrUpdate {
		p.Letters, p.Also = "a", "u"
	}
	p.Account = (p.Resource != 'o' || spec.Verb == "find-blobs-by-tags") &&
		!strings.Contains(byItsHolder, " "+spec.Verb+" ")
	p.Key = strings.HasSuffix(spec.Verb, "-acl") && p.Resource == 'c'
	return p
}

// ofObjects are operations on messages, entities and blobs whose address is that of what holds them.
const ofObjects = " put-message get-messages peek-messages clear-messages query-entities entity-group-transaction " +
	"find-blobs-by-tags "

// byItsHolder is what a signature for a container, a queue or a share can allow of that itself.
//
// Source: Azure REST, "Create a service SAS", "Permissions for a directory, container, or blob", "... for a queue",
// "... for a file". Assumed: permissions of a share.
const byItsHolder = " list-blobs " + listsFiles + " find-blobs-in-container get-queue-metadata create-permission " +
	"get-permission "

// toInsertOrUpdate are letters both of which are needed.
const toInsertOrUpdate = "au"

// listsFiles lists what a share or one of its directories holds: to a signature of the account it is on the share, one
// for the share allows it as well.
const listsFiles = "list-directories-and-files"

func lettersOf(spec *engine.OpSpec) string {
	switch spec.Verb { // what another letter than its group's stands for
	case "get-messages", "delete-message":
		return "p"
	case "put-message", "insert-entity":
		return "a"
	case "update-message", "update-entity", "merge-entity":
		return "u"
	case "insert-or-replace-entity", "insert-or-merge-entity":
		return toInsertOrUpdate
	case "query-entities", "peek-messages", "get-messages-count":
		return "r"
	case "clear-messages":
		return "pd"
	case "find-blobs-by-tags", "find-blobs-in-container":
		return "f"
	case "get-blob-tags", "set-blob-tags":
		return "t"
	case "entity-group-transaction":
		return ""
	}
	switch {
	case spec.Effect == engine.BreaksLease:
		return "wd"
	case spec.Group == engine.GroupLease:
		return "w"
	case spec.Group == engine.GroupDelete:
		return "d"
	case spec.Lists && spec.Verb != "list-handles":
		return "l"
	case spec.Group == engine.GroupRead:
		return "r"
	case spec.Effect == engine.Appends:
		return "aw"
	case creates(spec.Verb):
		return "wc"
	}
	return "w"
}

// creates says whether an operation makes something under a name that may be new, alone or as a copy.
func creates(verb string) bool {
	word, _, _ := strings.Cut(verb, "-")
	return word == "create" || word == "copy" || word == "snapshot" || verb == "put-blob"
}
