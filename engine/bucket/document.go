package bucket

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// setting is a document on its way to a bucket.
type setting struct {
	state   *State
	bucket  *Bucket
	name    string // of the bucket
	text    string
	granted Granted // of an access list: what headers say
}

// element is XML, read.
type element struct {
	XMLName xml.Name
	Text    string    `xml:",chardata"`
	Kids    []element `xml:",any"`
}

// read is a document as the element around it; ok is false where it is no XML.
func (s setting) read() (e element, ok bool) {
	return e, xml.Unmarshal([]byte("<x>"+s.text+"</x>"), &e) == nil
}

// all are the elements of a name.
func (e element) all(name string) (list []element) {
	for _, kid := range e.Kids {
		if kid.XMLName.Local == name {
			list = append(list, kid)
		}
	}
	return list
}

// at is the text at the end of a path; empty where there is none.
func (e element) at(path ...string) string {
	for _, name := range path {
		list := e.all(name)
		if len(list) == 0 {
			return ""
		}
		e = list[0]
	}
	return strings.TrimSpace(e.Text)
}

func malformed() (string, *refusal) { return "", refuse(badDocument, engine.Value{}) }

// invalid is a document that says what the service does not take, in the service's words.
func invalid(rule *engine.Rule, message string, fields ...engine.Field) (string, *refusal) {
	no := refuse(rule, engine.Value{}, append(fields, text("message", message))...)
	return "", no
}

func taken(s setting) (string, *refusal) {
	if _, ok := s.read(); !ok {
		return malformed()
	}
	return s.text, nil
}

func checkAccelerate(s setting) (string, *refusal) {
	e, ok := s.read()
	switch status := e.at("Status"); {
	case !ok || status != enabled && status != suspended:
		return malformed()
	case strings.Contains(s.name, "."):
		return invalid(badSetting,
			"S3 Transfer Acceleration is not supported for buckets with periods (.) in their names")
	}
	return s.text, nil
}

func checkCors(s setting) (string, *refusal) {
	e, ok := s.read()
	rules := e.all("CORSRule")
	if !ok || len(rules) == 0 || len(rules) > 100 {
		return malformed()
	}
	for _, rule := range rules {
		methods := rule.all("AllowedMethod")
		if len(methods) == 0 || len(rule.all("AllowedOrigin")) == 0 {
			return malformed()
		}
		for _, m := range methods {
			if !slices.Contains([]string{"GET", "PUT", "HEAD", "POST", "DELETE"}, m.Text) {
				return invalid(badSetting, "Found unsupported HTTP method in CORS config. Unsupported method is "+
					m.Text)
			}
		}
	}
	return s.text, nil
}

func checkEncryption(s setting) (string, *refusal) {
	e, ok := s.read()
	rules := e.all("Rule")
	if !ok || len(rules) != 1 {
		return malformed()
	}
	const by = "ApplyServerSideEncryptionByDefault"
	algorithm := rules[0].at(by, "SSEAlgorithm")
	switch {
	case !slices.Contains([]string{"AES256", "aws:kms", "aws:kms:dsse"}, algorithm):
		return malformed()
	case algorithm == "AES256" && rules[0].at(by, "KMSMasterKeyID") != "":
		return invalid(badArgument,
			"a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms or "+
				"aws:kms:dsse", text("argument-name", by))
	}
	return s.text, nil
}

// lifeEnds are what a rule of a lifecycle does, of which it has one at least.
//
// Source: Amazon S3 API, "LifecycleRule".
var lifeEnds = []string{"Expiration", "Transition", "NoncurrentVersionExpiration", "NoncurrentVersionTransition",
	"AbortIncompleteMultipartUpload"}

// days are after how many an object expires; limited: there is such a number.
func (e element) days() (days int, limited bool) {
	text := e.at("Expiration", "Days")
	days, err := strconv.Atoi(text)
	return days, text != "" && err == nil
}

// ends says whether an element is one of those.
func (e element) ends() bool { return slices.Contains(lifeEnds, e.XMLName.Local) }

func checkLifecycle(s setting) (string, *refusal) {
	e, ok := s.read()
	rules := e.all("Rule")
	if !ok || len(rules) == 0 || len(rules) > 1000 {
		return malformed()
	}
	ids := map[string]bool{}
	for _, rule := range rules {
		status, id := rule.at("Status"), rule.at("ID")
		switch days, limited := rule.days(); {
		case status != enabled && status != "Disabled" || len(rule.all("Filter"))+len(rule.all("Prefix")) != 1:
			return malformed()
		case !slices.ContainsFunc(rule.Kids, element.ends):
			return invalid(badSetting, "At least one action needs to be specified in a rule")
		case len(id) > 255:
			return invalid(badArgument, "ID length should not exceed allowed limit of 255")
		case id != "" && ids[id]:
			return invalid(badArgument, "Rule ID must be unique. Found same ID for more than one rule")
		case limited && days <= 0:
			return invalid(badArgument, "'Days' for Expiration action must be a positive integer")
		}
		ids[id] = true
	}
	return s.text, nil
}

// checkLogging takes an empty document for one that ends the logging.
func checkLogging(s setting) (string, *refusal) {
	e, ok := s.read()
	logging := e.all("LoggingEnabled")
	if !ok || len(logging) > 1 {
		return malformed()
	}
	if len(logging) == 0 {
		return "", nil
	}
	target := logging[0].at("TargetBucket")
	if s.state.bucket(target) == nil {
		return "", refuse(noTarget, engine.Text(target), text("target-bucket", target))
	}
	return s.text, nil
}

func checkLock(s setting) (string, *refusal) {
	e, ok := s.read()
	if !ok || e.at("ObjectLockEnabled") != enabled {
		return malformed()
	}
	for _, rule := range e.all("Rule") {
		mode := rule.at("DefaultRetention", "Mode")
		days, years := rule.at("DefaultRetention", "Days"), rule.at("DefaultRetention", "Years")
		if mode != "GOVERNANCE" && mode != "COMPLIANCE" || (days == "") == (years == "") {
			return malformed()
		}
		if n, err := strconv.Atoi(days + years); err != nil {
			return malformed()
		} else if n <= 0 {
			return invalid(badArgument, "Default retention period must be a positive integer value.")
		} else if days != "" && n > 36500 || years != "" && n > 100 {
			return invalid(badArgument, "Default retention period too large.")
		}
	}
	if s.bucket.versioning != enabled {
		return "", refuse(lockWithoutVersions, engine.Text(enabled))
	}
	return s.text, nil
}

func checkOwnership(s setting) (string, *refusal) {
	e, ok := s.read()
	rules := e.all("Rule")
	if !ok || len(rules) != 1 || !isOwnership(rules[0].at("ObjectOwnership")) {
		return malformed()
	}
	acl, given := s.bucket.given("acl")
	if rules[0].at("ObjectOwnership") == ownerEnforced && given && acl.text != ownersAlone {
		return "", refuse(ownedAcl, engine.Text(ownerEnforced))
	}
	return s.text, nil
}

func isOwnership(word string) bool {
	return slices.Contains([]string{ownerEnforced, "BucketOwnerPreferred", "ObjectWriter"}, word)
}

// checkBlock says of each of the four what is blocked; what is not said is not.
func checkBlock(s setting) (string, *refusal) {
	e, ok := s.read()
	if !ok {
		return malformed()
	}
	var b strings.Builder
	for _, name := range []string{"BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"} {
		word := strings.ToLower(e.at(name))
		switch word {
		case "":
			word = "false"
		case "true", "false":
		default:
			return malformed()
		}
		b.WriteString("<" + name + ">" + word + "</" + name + ">")
	}
	return b.String(), nil
}

func checkReplication(s setting) (string, *refusal) {
	e, ok := s.read()
	switch {
	case !ok || len(e.all("Rule")) == 0:
		return malformed()
	case s.bucket.versioning != enabled:
		return invalid(badSetting, "Versioning must be 'Enabled' on the bucket to apply a replication configuration")
	}
	return s.text, nil
}

func checkPayer(s setting) (string, *refusal) {
	e, ok := s.read()
	if payer := e.at("Payer"); !ok || payer != "Requester" && payer != "BucketOwner" {
		return malformed()
	}
	return s.text, nil
}

// checkTagging takes an empty set for none.
func checkTagging(s setting) (string, *refusal) {
	e, ok := s.read()
	if sets := e.all("TagSet"); !ok || len(sets) != 1 {
		return malformed()
	}
	var tags []engine.Pair
	for _, tag := range e.all("TagSet")[0].all("Tag") {
		if len(tag.all("Key")) != 1 || len(tag.all("Value")) != 1 {
			return malformed()
		}
		next := engine.Pair{Name: tag.at("Key"), Text: tag.at("Value")}
		if no := checkTag(next, tags, "System tags cannot be added/updated by requester"); no != nil {
			return "", no
		}
		tags = append(tags, next)
	}
	if len(tags) > bucketTagsMost {
		return "", refuse(manyBucketTags, engine.Number(int64(len(tags))))
	}
	if len(tags) == 0 {
		return "", nil
	}
	return s.text, nil
}

// taggingOf are tags of a new bucket as the document of them.
func taggingOf(tags []engine.Pair) (string, *refusal) {
	if len(tags) == 0 {
		return "", nil
	}
	var b strings.Builder
	for i, tag := range tags {
		if no := checkTag(tag, tags[:i], "System tags cannot be added/updated by requester"); no != nil {
			return "", no
		}
		b.WriteString("<Tag><Key>" + tag.Name + "</Key><Value>" + tag.Text + "</Value></Tag>") // nothing to escape
	}
	if len(tags) > bucketTagsMost {
		return "", refuse(manyBucketTags, engine.Number(int64(len(tags))))
	}
	return "<TagSet>" + b.String() + "</TagSet>", nil
}

func checkWebsite(s setting) (string, *refusal) {
	e, ok := s.read()
	if !ok {
		return malformed()
	}
	index, redirects := e.all("IndexDocument"), e.all("RedirectAllRequestsTo")
	switch {
	case len(redirects) > 0 && len(e.Kids) > 1:
		return invalid(badArgument, "RedirectAllRequestsTo cannot be provided in conjunction with other Routing Rules.",
			text("argument-name", "RedirectAllRequestsTo"), text("argument-value", "not null"))
	case len(redirects) > 0:
	case len(index) == 0:
		return invalid(badArgument,
			"A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo is empty",
			text("argument-name", "IndexDocument"), text("argument-value", "null"))
	default:
		if suffix := index[0].at("Suffix"); suffix == "" || strings.Contains(suffix, "/") {
			return invalid(badArgument, "The IndexDocument Suffix is not well formed",
				text("argument-name", "IndexDocument"), text("argument-value", suffix))
		}
	}
	return s.text, nil
}
