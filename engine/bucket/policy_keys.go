package bucket

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// Which actions know a key of a condition: those of each list, in lower case, or all where it is empty.
//
// Source: AWS service authorization reference, "Actions, resources, and condition keys for Amazon S3"; rules.md,
// "Bucket policies", "Keys of conditions".
var keyActions = map[string]string{
	keyMatch: byWriting, keyNoneMatch: byWriting, keyCreation: "putobject", keySource: "putobject",
	keyDirective: "putobject", keyClass: "putobject",
	keyEncryption: "putobject", keyKMS: "putobject", keyEncryption + "-customer-algorithm": "putobject",
	keyRedirect: "putobject",
	keyPrefix:   byListing, keyDelimiter: byListing, keyMax: byListing,
	keyTag: byTagged, keyTags: byTagged,
	keyHas: "getobject getobjectversion getobjectacl getobjectversionacl getobjecttagging getobjectversiontagging " +
		"getobjectattributes getobjectversionattributes putobjectacl putobjectversionacl putobjecttagging " +
		"putobjectversiontagging deleteobjecttagging deleteobjectversiontagging restoreobject",
	keyVersion: "getobjectversion getobjectversionacl getobjectversiontagging getobjectversionattributes " +
		"putobjectversionacl putobjectversiontagging deleteobjectversion deleteobjectversiontagging",
	keyACL: byGranting, "s3:x-amz-grant-read": byGranting, "s3:x-amz-grant-read-acp": byGranting,
	"s3:x-amz-grant-write": "", "s3:x-amz-grant-write-acp": "", "s3:x-amz-grant-full-control": byGranting,
	keyOwnership: "createbucket", keyLocation: "createbucket",
	"s3:object-lock-mode": byLocking, "s3:object-lock-retain-until-date": byLocking,
	"s3:object-lock-remaining-retention-days": byLocking, "s3:object-lock-legal-hold": "putobject putobjectlegalhold",
	"s3:authtype": "", "s3:signatureage": "", "s3:signatureversion": "", "s3:tlsversion": "",
	"s3:x-amz-content-sha256": "", "s3:resourceaccount": "", "s3:dataaccesspointaccount": "",
	"s3:dataaccesspointarn": "", "s3:accesspointnetworkorigin": "",
}

// Lists of actions that several keys share.
const (
	byWriting  = "putobject deleteobject"
	byListing  = "listbucket listbucketversions"
	byTagged   = "putobject putobjecttagging putobjectversiontagging replicatetags"
	byGranting = "putobject putobjectacl putobjectversionacl putbucketacl createbucket"
	byLocking  = "putobject putobjectretention"
)

// actionsOf are the actions that know a key, empty where all do; ok is false where there is no such key. Of the keys of
// all services any is taken.
func actionsOf(key string) (actions string, ok bool) {
	if strings.HasPrefix(key, "aws:") {
		return "", true
	}
	if name, tag, isTag := strings.Cut(key, "/"); isTag {
		if key = name + "/"; tag == "" {
			return "", false
		}
	}
	actions, ok = keyActions[key]
	return actions, ok
}

// apply says whether an action knows the key of a condition. What a pattern stands for is not looked at.
func (c condition) apply(action string) bool {
	actions, _ := actionsOf(c.key)
	name := strings.TrimPrefix(strings.ToLower(action), "s3:")
	return actions == "" || strings.ContainsAny(name, "*?") || strings.Contains(" "+actions+" ", " "+name+" ")
}

// Who a writer is to policies, and where it calls from.
//
// Source: rules.md, "Bucket policies", "Keys of conditions".
const (
	accountID = "111111111111"
	callsFrom = "127.0.0.1"

	keyUserName, keyUserID, keyPrincipal = "aws:username", "aws:userid", "aws:principalarn"
)

// general are the keys that any request has.
func (c caller) general() []engine.Pair {
	now, who := c.tx.Now(), c.tx.Principal()
	return []engine.Pair{
		{Name: keyUserName, Text: who}, {Name: keyUserID, Text: who},
		{Name: keyPrincipal, Text: "arn:aws:iam::" + accountID + ":user/" + who},
		{Name: "aws:principalaccount", Text: accountID}, {Name: "aws:principaltype", Text: "User"},
		{Name: "aws:resourceaccount", Text: accountID}, {Name: "s3:resourceaccount", Text: accountID},
		{Name: "aws:currenttime", Text: now.ISO()},
		{Name: "aws:epochtime", Text: fmt.Sprintf("%.0f", now.Seconds().Epoch())},
		{Name: "aws:requestedregion", Text: "us-east-1"}, {Name: keySourceIP, Text: callsFrom},
		{Name: "aws:securetransport", Text: "true"}, {Name: "s3:tlsversion", Text: "1.3"},
		{Name: "s3:authtype", Text: "REST-HEADER"}, {Name: "s3:signatureversion", Text: "AWS4-HMAC-SHA256"},
		{Name: "s3:signatureage", Text: "0"},
	}
}

// namesByPattern says whether a policy may go by what a writer is called without naming it: by a pattern in a
// condition, or by a variable.
func namesByPattern(policy string) bool {
	policy = strings.ToLower(policy)
	return slices.ContainsFunc([]string{keyUserName, keyUserID, keyPrincipal}, func(key string) bool {
		return strings.Contains(policy, key)
	})
}

// seen are the keys that an action sees of all that a request has.
func seen(keys []engine.Pair, action string) []engine.Pair {
	return slices.DeleteFunc(keys, func(k engine.Pair) bool {
		return strings.HasPrefix(k.Name, keyHas) &&
			(!(condition{key: k.Name}).apply(action) || strings.HasSuffix(action, "Attributes"))
	})
}

// tagKeys are what conditions see of tags that a request brings.
func tagKeys(tags []engine.Pair) (keys []engine.Pair) {
	for _, t := range tags {
		keys = append(keys, engine.Pair{Name: keyTag + strings.ToLower(t.Name), Text: t.Text},
			engine.Pair{Name: keyTags, Text: t.Name})
	}
	return keys
}

// optional is a key of which the request says something, or nothing.
func optional(keys []engine.Pair, name string, o engine.Opt[string]) []engine.Pair {
	if o.Set {
		keys = append(keys, engine.Pair{Name: name, Text: o.Want})
	}
	return keys
}
