package bucket

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// policyError is why a policy is refused: in the service's words, and in ours, which name the place.
type policyError struct{ message, about string }

func (e *policyError) Error() string { return e.about }

func invalidPolicy(message, about string) error { return &policyError{message, about} }

// readPolicy reads a policy: of a bucket, with principals and the bucket's resources, or of a role, without.
//
// Source: rules.md, "Bucket policies", the table of elements and "What a policy is refused for".
func readPolicy(text string, bucket string) (*document, error) {
	if !strings.HasPrefix(text, "{") {
		return nil, invalidPolicy("Policies must be valid JSON and the first byte must be '{'",
			"it does not begin with {")
	}
	var raw struct {
		Version   *string
		ID        string
		Statement json.RawMessage
	}
	if err := strictly([]byte(text), &raw); err != nil {
		return nil, err
	}
	if err := checkSize(text, bucket); err != nil {
		return nil, err
	}
	switch {
	case raw.Version != nil && *raw.Version != "2012-10-17" && *raw.Version != "2008-10-17":
		return nil, invalidPolicy("The policy must contain a valid version string",
			fmt.Sprintf("there is no version %q", *raw.Version))
	case len(raw.Statement) == 0:
		return nil, invalidPolicy("Missing required field Statement", "it has no Statement")
	}
	d := &document{text: text}
	if raw.Statement[0] == '{' {
		raw.Statement = slices.Concat([]byte("["), raw.Statement, []byte("]"))
	}
	if err := strictly(raw.Statement, &d.statements); err != nil {
		return nil, err
	}
	if len(d.statements) == 0 {
		return nil, invalidPolicy("Could not parse the policy: Statement is empty!",
			"its Statement is empty")
	}
	for i := range d.statements {
		if err := d.statements[i].check(bucket); err != nil {
			return nil, fmt.Errorf("statement %d: %w", i+1, err)
		}
	}
	return d, nil
}

// Sizes of policies in bytes, without white space between the values.
const (
	bucketPolicyMost = 20 << 10
	rolePolicyMost   = 10_240
)

func checkSize(text, bucket string) error {
	var short bytes.Buffer
	most := bucketPolicyMost
	if bucket == "" {
		most = rolePolicyMost
	}
	if err := json.Compact(&short, []byte(text)); err != nil || short.Len() > most {
		return invalidPolicy("Policy exceeds the maximum allowed document size.",
			fmt.Sprintf("it has %d bytes, and %d are allowed", short.Len(), most))
	}
	return nil
}

// strictly reads JSON in which nothing unknown stands.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && !json.Valid(text) {
		err = errors.New("something else stands behind its last brace")
	}
	var known *policyError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return err
	}
	if _, field, unknown := strings.Cut(err.Error(), "unknown field "); unknown {
		return invalidPolicy("Unknown field "+strings.Trim(field, `"`), "the name "+field+" is not known")
	}
	return invalidPolicy("This policy contains invalid Json", err.Error())
}

// check says what is wrong with a statement, and puts its conditions in order.
func (s *statement) check(bucket string) error {
	for _, e := range []struct {
		name  string
		lacks bool
	}{{"Effect", s.Effect == ""}, {"Principal", bucket != "" && s.Principal == nil && s.NotPrincipal == nil},
		{"Action", s.Action == nil && s.NotAction == nil}, {"Resource", s.Resource == nil && s.NotResource == nil}} {
		if e.lacks {
			return invalidPolicy("Missing required field "+e.name, "it has no "+e.name)
		}
	}
	switch {
	case s.Effect != "Allow" && s.Effect != "Deny":
		return invalidPolicy("Invalid effect: "+s.Effect,
			fmt.Sprintf("the effect %q is neither Allow nor Deny", s.Effect))
	case bucket != "" && s.Effect == "Allow" && s.NotPrincipal != nil:
		return invalidPolicy("Allow with NotPrincipal is not allowed.",
			"it allows something to all but those whom it names")
	case bucket == "" && (s.Principal != nil || s.NotPrincipal != nil):
		return invalidPolicy("Policy document should not specify a principal.",
			"a role's policy names no principals")
	}
	if err := s.checkActions(bucket); err != nil {
		return err
	}
	// In the order of their names: a policy with several faults is refused for the same one each time.
	for _, name := range slices.Sorted(maps.Keys(s.Condition)) {
		lines := s.Condition[name]
		for _, key := range slices.Sorted(maps.Keys(lines)) {
			c := condition{key: strings.ToLower(key), values: lines[key]}
			bare := name
			for _, q := range []string{forAll, forAny} {
				if rest, ok := strings.CutPrefix(name, q); ok {
					c.qualifier, bare = q, rest
				}
			}
			c.operator, c.ifExists = strings.CutSuffix(bare, "IfExists")
			if err := c.check(name); err != nil {
				return err
			}
			if bucket != "" && slices.ContainsFunc(s.Action, func(a string) bool { return !c.apply(a) }) {
				return invalidPolicy(
					"Conditions do not apply to combination of actions and resources in statement",
					"one of its actions does not know the key "+key)
			}
			s.conditions = append(s.conditions, c)
		}
	}
	return nil
}

// checkActions says what is wrong with the actions of a statement, and with what they are done to.
func (s *statement) checkActions(bucket string) error {
	const invalidAction, invalidResource = "Policy has invalid action", "Policy has invalid resource"
	ofBucket, ofObject := false, false
	for _, r := range slices.Concat(s.Resource, s.NotResource) {
		inside := like("arn:aws:s3:::"+bucket, r) || strings.HasPrefix(r, "arn:aws:s3:::"+bucket+"/")
		if bucket != "" && !inside || bucket == "" && r != "*" && !strings.HasPrefix(r, "arn:aws:s3:::") {
			return invalidPolicy(invalidResource, "the resource "+r+" does not belong here")
		}
		ofBucket = ofBucket || like("arn:aws:s3:::"+bucket, r)
		ofObject = ofObject || strings.Contains(r, "/") || strings.HasSuffix(r, "*")
	}
	actions := slices.Concat(s.Action, s.NotAction)
	switch {
	case len(actions) == 0:
		return invalidPolicy(invalidAction, "it has no action")
	case len(s.Resource)+len(s.NotResource) == 0:
		return invalidPolicy(invalidResource, "it has no resource")
	case bucket == "": // of a role: its actions may be those of any service
		return nil
	}
	for _, pattern := range actions {
		known, applies := pattern == "*", pattern == "*" || s.NotAction != nil || s.NotResource != nil
		for name := range strings.FieldsSeq(actionNames) {
			if !like("s3:"+strings.ToLower(name), strings.ToLower(pattern)) || pattern == "*" ||
				!strings.HasPrefix(strings.ToLower(pattern), "s3:") {
				continue
			}
			known = true
			applies = applies || isOfObject(name) && ofObject || !isOfObject(name) && ofBucket
		}
		switch {
		case !known:
			return invalidPolicy(invalidAction, "the action "+pattern+" is not known")
		case !applies:
			return invalidPolicy("Action does not apply to any resource(s) in statement",
				"no resource has the action "+pattern)
		}
	}
	return nil
}

// isOfObject says whether an action is on objects, not on their bucket.
func isOfObject(action string) bool {
	return strings.Contains(action, "Object") && !strings.Contains(action, "Bucket") ||
		strings.Contains(" AbortMultipartUpload ListMultipartUploadParts BypassGovernanceRetention ReplicateDelete "+
			"ReplicateTags ObjectOwnerOverrideToBucketOwner ", " "+action+" ")
}

// actionNames are the actions that a bucket's policy can name.
//
// Source: AWS service authorization reference, "Actions, resources, and condition keys for Amazon S3".
const actionNames = "" +
	"AbortMultipartUpload BypassGovernanceRetention CreateBucket CreateBucketMetadataTableConfiguration " +
	"DeleteBucket DeleteBucketMetadataTableConfiguration DeleteBucketPolicy DeleteBucketWebsite " +
	"DeleteObject DeleteObjectTagging DeleteObjectVersion DeleteObjectVersionTagging " +
	"GetAccelerateConfiguration GetAnalyticsConfiguration GetBucketAcl GetBucketCORS GetBucketLocation " +
	"GetBucketLogging GetBucketMetadataTableConfiguration GetBucketNotification " +
	"GetBucketObjectLockConfiguration GetBucketOwnershipControls GetBucketPolicy GetBucketPolicyStatus " +
	"GetBucketPublicAccessBlock GetBucketRequestPayment GetBucketTagging GetBucketVersioning " +
	"GetBucketWebsite GetEncryptionConfiguration GetIntelligentTieringConfiguration " +
	"GetInventoryConfiguration GetLifecycleConfiguration GetMetricsConfiguration GetObject GetObjectAcl " +
	"GetObjectAttributes GetObjectLegalHold GetObjectRetention GetObjectTagging GetObjectTorrent " +
	"GetObjectVersion GetObjectVersionAcl GetObjectVersionAttributes GetObjectVersionForReplication " +
	"GetObjectVersionTagging GetObjectVersionTorrent GetReplicationConfiguration InitiateReplication " +
	"ListBucket ListBucketMultipartUploads ListBucketVersions ListMultipartUploadParts " +
	"ListTagsForResource ObjectOwnerOverrideToBucketOwner PauseReplication PutAccelerateConfiguration " +
	"PutAnalyticsConfiguration PutBucketAcl PutBucketCORS PutBucketLogging PutBucketNotification " +
	"PutBucketObjectLockConfiguration PutBucketOwnershipControls PutBucketPolicy " +
	"PutBucketPublicAccessBlock PutBucketRequestPayment PutBucketTagging PutBucketVersioning " +
	"PutBucketWebsite PutEncryptionConfiguration PutIntelligentTieringConfiguration " +
	"PutInventoryConfiguration PutLifecycleConfiguration PutMetricsConfiguration PutObject PutObjectAcl " +
	"PutObjectLegalHold PutObjectRetention PutObjectTagging PutObjectVersionAcl PutObjectVersionTagging " +
	"PutReplicationConfiguration ReplicateDelete ReplicateObject ReplicateTags RestoreObject TagResource " +
	"UntagResource UpdateBucketMetadataInventoryTableConfiguration " +
	"UpdateBucketMetadataJournalTableConfiguration"
