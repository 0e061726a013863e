package wire

import (
	"strings"

	"interleave/engine"
)

// sentence is the message of a refusal: its own where the answer has one, then the documents' for the code, then that
// of the rule. A rule says in the desktop's words what it wants; on the wire its code has one message, whatever the
// rule.
func sentence(r *draft, a engine.Answer) string {
	if own := a.Field("message").String(); own != "" {
		return own
	}
	if a.Why == nil {
		return ""
	}
	rule := a.Why.Rule
	if own := documented(r.service.name, r.spec.Object, rule); own != "" {
		return own
	}
	return rule.Fault.Message
}

// documented is the documents' message for the code of a rule; empty where they give none, or one with a gap to fill.
//
// Source: Azure REST, "Blob service error codes", "Queue service error codes", "Table service error codes", "Azure
// Files error codes" and "Common REST API error codes", column "User message". The live service says of ConditionNotMet
// what stands here, in the words that the table has for SourceConditionNotMet. Assumed: where the table says
// "blob/container", the kind of what the request is for.
func documented(service, object string, rule *engine.Rule) string {
	code := rule.Fault.Code
	if service == "bucket" || service == "tair" {
		return ""
	}
	words := ""
	switch service {
	case "blob":
		words = blobMessage(code, rule.Name)
	case "queue":
		words = queueMessage(code, rule.Name)
	case "table":
		words = tableMessage(code)
	case "share":
		words = shareMessage(code)
	}
	if words == "" {
		words = leaseMessage(code)
	}
	if words == "" && (service != "table" || code != "OutOfRangeInput") {
		words = commonMessage(code)
	}
	return strings.ReplaceAll(words, "{it}", object)
}

func blobMessage(code, rule string) string {
	switch code {
	case "ConditionNotMet":
		return "The condition specified using HTTP conditional header(s) is not met."
	case "SourceConditionNotMet":
		return "The source condition specified using HTTP conditional header(s) is not met."
	case "TargetConditionNotMet":
		return "The target condition specified using HTTP conditional header(s) is not met."
	case "AppendPositionConditionNotMet":
		return "The append position condition specified was not met."
	case "MaxBlobSizeConditionNotMet":
		return "The max blob size condition specified was not met."
	case "SequenceNumberConditionNotMet":
		return "The sequence number condition specified was not met."
	case "SequenceNumberIncrementTooLarge":
		return "The sequence number increment cannot be performed because it would result in overflow of the " +
			"sequence number."
	case "BlobNotFound":
		return "The specified blob does not exist."
	case "ContainerBeingDeleted":
		return "The specified container is being deleted."
	case "SnapshotsPresent":
		return "This operation is not permitted while the blob has snapshots."
	case "InvalidOperation":
		return "Invalid operation against a blob snapshot."
	case "InvalidPageRange":
		return "The page range specified is invalid."
	case "CopyIdMismatch":
		return "The specified copy ID did not match the copy ID for the pending copy operation."
	case "NoPendingCopyOperation":
		return "There is currently no pending copy operation."
	case "PendingCopyOperation":
		return "There is currently a pending copy operation."
	}
	return blockMessage(code, rule)
}

func blockMessage(code, rule string) string {
	switch code {
	case "BlobIsSealed":
		return "The specified blob is sealed, and its contents can't be modified unless the blob is re-created after " +
			"a delete."
	case "OutOfRangeInput":
		if rule == "container name" || rule == "blob name" {
			return outsideLimits
		}
	case "InvalidBlobOrBlock":
		return "The specified blob or block content is invalid."
	case "InvalidBlobType":
		return "The blob type is invalid for this operation."
	case "InvalidBlockId":
		return "The specified block ID is invalid. The block ID must be Base64-encoded."
	case "InvalidBlockList":
		return "The specified block list is invalid."
	case "BlockListTooLong":
		return "The block list may not contain more than 50,000 blocks."
	case "BlockCountExceedsLimit":
		if rule == "staged blocks" {
			return "The uncommitted block count cannot exceed the maximum limit of 100,000 blocks."
		}
		return "The committed block count cannot exceed the maximum limit of 50,000 blocks."
	}
	return ""
}

func leaseMessage(code string) string {
	switch code {
	case "InfiniteLeaseDurationRequired":
		return "The lease ID matched, but the specified lease must be an infinite-duration lease."
	case "LeaseAlreadyBroken":
		return "The lease has already been broken and cannot be broken again."
	case "LeaseIdMismatchWithBlobOperation":
		return "The lease ID specified did not match the lease ID for the blob."
	case "LeaseIdMismatchWithContainerOperation":
		return "The lease ID specified did not match the lease ID for the container."
	case "LeaseIdMismatchWithLeaseOperation", "LeaseIdMismatchWithFileOperation":
		return "The lease ID specified did not match the lease ID for the {it}."
	case "LeaseIdMissing":
		return "There is currently a lease on the {it} and no lease ID was specified in the request."
	case "LeaseIsBreakingAndCannotBeAcquired":
		return "The lease ID matched, but the lease is currently in breaking state and cannot be acquired until it " +
			"is broken."
	case "LeaseIsBreakingAndCannotBeChanged":
		return "The lease ID matched, but the lease is currently in breaking state and cannot be changed."
	case "LeaseIsBrokenAndCannotBeRenewed":
		return "The lease ID matched, but the lease has been broken explicitly and cannot be renewed."
	case "LeaseLost":
		return "A lease ID was specified, but the lease for the {it} has expired."
	case "LeaseNotPresentWithBlobOperation":
		return "There is currently no lease on the blob."
	case "LeaseNotPresentWithContainerOperation":
		return "There is currently no lease on the container."
	case "LeaseNotPresentWithLeaseOperation", "LeaseNotPresentWithFileOperation":
		return "There is currently no lease on the {it}."
	}
	return ""
}

// outsideLimits is said of a name that is too short or too long.
//
// Source: Azurite's tests, which name it for containers and queues.
const outsideLimits = "The specified resource name length is not within the permissible limits."

func queueMessage(code, rule string) string {
	switch code {
	case "OutOfRangeInput":
		if rule == "queue name" {
			return outsideLimits
		}
	case "InvalidMarker":
		return "The specified marker is invalid."
	case "PopReceiptMismatch":
		return "The specified pop receipt did not match the pop receipt for a dequeued message."
	case "QueueAlreadyExists":
		return "The specified queue already exists."
	case "QueueBeingDeleted":
		return "The specified queue is being deleted."
	}
	return ""
}

func tableMessage(code string) string {
	switch code {
	case "DuplicatePropertiesSpecified":
		return "A property is specified more than one time."
	case "EntityTooLarge":
		return "The entity is larger than the maximum size permitted."
	case "HostInformationNotPresent":
		return "The required host information is not present in the request. You must send a non-empty Host header " +
			"or include the absolute URI in the request line."
	case "InvalidValueType":
		return "The value specified is invalid."
	case "PropertiesNeedValue":
		return "Values have not been specified for all properties in the entity."
	case "PropertyNameInvalid":
		return "The property name is invalid."
	case "PropertyNameTooLong":
		return "The property name exceeds the maximum allowed length."
	case "PropertyValueTooLarge":
		return "The property value is larger than the maximum size permitted."
	case "TableBeingDeleted":
		return "The specified table is being deleted."
	case "TooManyProperties":
		return "The entity contains more properties than allowed."
	}
	return ""
}

func shareMessage(code string) string {
	switch code {
	case "CannotDeleteFileOrDirectory":
		return "The file or directory could not be deleted because it is in use by an SMB client."
	case "ClientCacheFlushDelay":
		return "The specified resource state could not be flushed from an SMB client in the specified time."
	case "DeletePending":
		return "The specified resource is marked for deletion by an SMB client."
	case "DirectoryNotEmpty":
		return "The specified directory is not empty."
	case "FileLockConflict":
		return "A portion of the specified file is locked by an SMB client."
	case "ParentNotFound":
		return "The specified parent path does not exist."
	case "ReadOnlyAttribute":
		return "The specified resource is read-only and cannot be modified at this time."
	case "SharingViolation":
		return "The specified resource may be in use by an SMB client."
	case "ShareAlreadyExists":
		return "The specified share already exists."
	case "ShareBeingDeleted":
		return "The specified share is being deleted. Try operation later."
	case "ShareDisabled":
		return "The specified share is disabled by the administrator."
	case "ShareHasSnapshots":
		return "The share has snapshots and the operation requires no snapshots."
	case "ShareNotFound":
		return "The specified share does not exist."
	case "ShareSnapshotCountExceeded":
		return "The total number of snapshots for the share is over the limit."
	case "ShareSnapshotInProgress":
		return "Another Share Snapshot operation is in progress."
	case "ShareSnapshotOperationNotSupported":
		return "The operation is not supported on a share snapshot."
	case "DeleteShareWhenSnapshotLeased":
		return "Unable to delete share because one or more share snapshots have active leases."
	}
	return ""
}

func commonMessage(code string) string {
	switch code {
	case "ConditionHeadersNotSupported":
		return "Condition headers are not supported."
	case "EmptyMetadataKey":
		return "The key for one of the metadata key-value pairs is empty."
	// this one, RequestBodyTooLarge and OutOfRangeQueryParameterValue are worded as the live service does, and Azurite
	case "InvalidHeaderValue":
		return "The value for one of the HTTP headers is not in the correct format."
	case "InvalidMetadata":
		return "The specified metadata is invalid. It includes characters that are not permitted."
	case "InvalidQueryParameterValue":
		return "An invalid value was specified for one of the query parameters in the request URI."
	case "InvalidRange":
		return "The range specified is invalid for the current size of the resource."
	case "InvalidResourceName":
		return "The specified resource name contains invalid characters."
	case "InvalidXmlDocument":
		return "The specified XML is not syntactically valid."
	case "MetadataTooLarge":
		return "The size of the specified metadata exceeds the maximum size permitted."
	case "MissingContentLengthHeader":
		return "The Content-Length header was not specified."
	case "MissingRequiredHeader":
		return "A required HTTP header was not specified."
	case "MissingRequiredQueryParameter":
		return "A required query parameter was not specified for this request."
	case "OperationTimedOut":
		return "The operation could not be completed within the permitted time."
	case "OutOfRangeInput":
		return "One of the request inputs is out of range."
	case "OutOfRangeQueryParameterValue":
		return "One of the query parameters specified in the request URI is outside the permissible range."
	case "RequestBodyTooLarge":
		return "The request body is too large and exceeds the maximum permissible limit."
	case "ResourceAlreadyExists":
		return "The specified resource already exists."
	case "ResourceNotFound":
		return "The specified resource does not exist."
	case "ResourceTypeMismatch":
		return "The specified resource type does not match the type of the existing resource."
	case "ServerBusy":
		return "The server is currently unable to receive requests. Please retry your request."
	}
	return ""
}
