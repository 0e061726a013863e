package bucket

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Stored is how an object is kept: in which class, and encrypted with whose key.
type Stored struct {
	Class      engine.Opt[string] `op:"storage-class" help:"the storage class, STANDARD unless given"`
	Encryption engine.Opt[string] `op:"encryption,one=AES256|aws:kms|aws:kms:dsse" help:"with whose key it is encrypted: AES256 is the service's own"`
	Key        engine.Opt[string] `op:"kms-key" help:"which key of KMS"`
	Redirect   engine.Opt[string] `op:"website-redirect" help:"where a website sends who asks for it"`
}

// classes are those that a bucket takes.
//
// Source: Amazon S3 API, "PutObject", x-amz-storage-class; those of Outposts, directory buckets, Snow and FSx are of
// other places.
var classes = []string{standardClass, "REDUCED_REDUNDANCY", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING",
	"GLACIER", "DEEP_ARCHIVE", "GLACIER_IR"}

// archived says whether what is kept in a class has to be restored before it can be read.
//
// Source: Amazon S3 User Guide, "Working with archived objects".
func archived(class string) bool { return class == "GLACIER" || class == "DEEP_ARCHIVE" }

// asleep is why an archived version cannot be read.
func asleep(r *engine.Rule, v *Version) *refusal {
	no := refuse(r, engine.Value{}, text("storage-class", v.storageClass))
	no.cause.Have = engine.Text(v.storageClass)
	return no
}

// The words for whose keys there are, and the key of KMS that is the account's own.
const (
	ownKey   = "AES256"
	kms      = "aws:kms"
	kmsTwice = "aws:kms:dsse"
	keysOf   = "arn:aws:kms:us-east-1:" + accountID + ":key/"
	usualKey = keysOf + "interleave"
)

// check says what is wrong with it.
//
// Source: rules.md, "How an object is stored".
func (o Stored) check() *refusal {
	argument := func(o engine.Opt[string], header, message string) *refusal {
		return refuse(badEncryption, o.Raw(), text("message", message), text("argument-name", header),
			text("argument-value", o.Want))
	}
	const header = "x-amz-server-side-encryption"
	switch {
	case o.Class.Set && !slices.Contains(classes, o.Class.Want):
		return refuse(badClass, o.Class.Raw(), text("storage-class-requested", o.Class.Want))
	case o.Redirect.Set && !strings.HasPrefix(o.Redirect.Want, "/") && !strings.HasPrefix(o.Redirect.Want, "http://") &&
		!strings.HasPrefix(o.Redirect.Want, "https://"):
		return refuse(badRedirect, o.Redirect.Raw())
	case o.Encryption.Set && !slices.Contains([]string{ownKey, kms, kmsTwice}, o.Encryption.Want):
		return argument(o.Encryption, header, "The encryption method specified is not supported")
	case o.Key.Set && (!o.Encryption.Set || o.Encryption.Want == ownKey):
		return argument(o.Encryption, header, "Server Side Encryption with AWS KMS managed key requires HTTP header "+
			"x-amz-server-side-encryption : aws:kms")
	}
	return nil
}

// keys are what conditions of policies see of it.
func (o Stored) keys(keys []engine.Pair) []engine.Pair {
	keys = optional(keys, keyClass, o.Class)
	return optional(optional(optional(keys, keyEncryption, o.Encryption), keyKMS, o.Key), keyRedirect, o.Redirect)
}

// encrypted is with whose key something is encrypted; empty: with the service's own.
type encrypted struct{ by, key string }

// in is how it is encrypted in a bucket: as the request says, else as the bucket does.
//
// Source: Amazon S3 User Guide, "Setting default server-side encryption behavior for Amazon S3 buckets".
func (o Stored) in(b *Bucket) encrypted {
	e := encrypted{o.Encryption.Want, o.Key.Want}
	if !o.Encryption.Set {
		k := b.configured(configurationOf("encryption"))
		rule, _ := setting{text: k.text}.read()
		const by = "ApplyServerSideEncryptionByDefault"
		e = encrypted{rule.at("Rule", by, "SSEAlgorithm"), rule.at("Rule", by, "KMSMasterKeyID")}
	}
	switch {
	case e.by == ownKey || e.by == "":
		return encrypted{}
	case e.key == "":
		e.key = usualKey
	case !strings.HasPrefix(e.key, "arn:"):
		e.key = keysOf + e.key
	}
	return e
}

func (e *encrypted) walk(v engine.Visitor) {
	if e.by != "" {
		v.Text("encryption", &e.by)
		v.Text("kms-key", &e.key)
	}
}

// fields are what is told of it: of the service's own key nothing, which every answer names.
func (e encrypted) fields() []engine.Field {
	if e.by == "" {
		return nil
	}
	return []engine.Field{text("encryption", e.by), text("kms-key", e.key)}
}

// tag is the ETag of what is encrypted so: under a key of KMS it says nothing of the content, and is another with each
// write.
//
// Source: rules.md, "ETag", the row of SSE-KMS. Assumed: that it has the form of an MD5.
func (e encrypted) tag(tx *engine.Tx, etag string) string {
	if e.by == "" {
		return etag
	}
	sum, parts, many := strings.Cut(etag, "-")
	sum = hashOf([]byte(sum + e.key + strconv.Itoa(tx.Mark().Event)))
	if many {
		return sum + "-" + parts
	}
	return sum
}
