package wire_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// Azure REST, "Blob service error codes", "Queue service error codes", "Table service error codes", "Azure Files error
// codes" and "Common REST API error codes": a code has one message, which says nothing of the rule that it answers for.
func TestRefusalsSayTheDocumentsMessage(t *testing.T) {
	for _, row := range []struct{ verb, code, want string }{
		{"put-blob", "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met."},
		{"put-blob", "LeaseIdMissing",
			"There is currently a lease on the blob and no lease ID was specified in the request."},
		{"delete-container", "LeaseIdMissing",
			"There is currently a lease on the container and no lease ID was specified in the request."},
		{"delete-blob", "SnapshotsPresent", "This operation is not permitted while the blob has snapshots."},
		{"put-block", "BlockCountExceedsLimit",
			"The uncommitted block count cannot exceed the maximum limit of 100,000 blocks."},
		// of a name, as Azurite's tests have it
		{"put-block", "OutOfRangeInput",
			"The specified resource name length is not within the permissible limits."},
		{"create-queue", "OutOfRangeInput",
			"The specified resource name length is not within the permissible limits."},
		{"delete-blob", "InvalidHeaderValue", "The value for one of the HTTP headers is not in the correct format."},
		{"create-queue", "QueueBeingDeleted", "The specified queue is being deleted."},
		{"delete-message", "QueueNotFound", "The specified queue does not exist."},
		{"update-entity", "UpdateConditionNotSatisfied",
			"The update condition specified in the request was not satisfied."},
		{"insert-entity", "TooManyProperties", "The entity contains more properties than allowed."},
		// the documents' has gaps: only the rule knows
		{"create-table", "OutOfRangeInput", "The name of a table has 3 to 63 characters."},
		{"get-file", "SharingViolation", "The specified resource may be in use by an SMB client."},
		{"put-range", "FileLockConflict", "A portion of the specified file is locked by an SMB client."},
		{"put-range", "LeaseIdMissing",
			"There is currently a lease on the file and no lease ID was specified in the request."},
		{"get-file", "DeletePending", "The specified resource is marked for deletion by an SMB client."},
		{"get-file", "ResourceNotFound", "The specified resource does not exist."},
		{"put-object", "NoSuchBucket", "The specified bucket does not exist"},
	} {
		spec := enginetest.Spec(row.verb)
		at := slices.IndexFunc(spec.Refuses, func(r *engine.Rule) bool { return r.Fault.Code == row.code })
		if at < 0 {
			t.Errorf("%s refuses nothing with %s", row.verb, row.code)
			continue
		}
		rule := spec.Refuses[at]
		answer := engine.Answer{Status: rule.Fault.Status, Why: &engine.Cause{Rule: rule}}
		raw := wire.Answer(spec, nil, answer, wire.Context{Request: 7, Spec: enginetest.Spec})
		said, _, _ := strings.Cut(raw.Body, "RequestId")
		if !strings.Contains(said, row.want) {
			t.Errorf("%s, %s: the body is %q, want the message %q", row.verb, row.code, raw.Body, row.want)
		}
	}
}
