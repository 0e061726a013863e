package blob

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/lease"
)

// Service is Azure's containers and blobs as a world takes them in.
func Service() *engine.Service {
	return &engine.Service{Name: Name, Title: "Azure blobs", New: newState, Holders: []string{"container"},
		Acts: acts(), Guardings: guardings(), Rules: rulesPage + lease.Rules, Faults: faults,
		Rejects: engine.Rejecting(Name, "rejected-blob-request", "HTTP", common),
		Ops: slices.Concat(containerOps(), blobOps(), leaseOps(), blockOps(), appendOps(), pageOps(), copyOps(),
			accountOps()),
		Settings: []engine.Setting{{Name: copySwitch, Values: []string{"fast", "slow"},
			Help: "whether a copy is done at once, or goes on alone until it is finished"},
			{Name: leaseOnNothing, Values: []string{"created", "refused"},
				Help: "whether a write that names a lease id creates a missing blob, as the live service was seen " +
					"to do, or is refused with 412, as the documents have it"}}}
}

// onPage is the page of the reference that is about an operation.
func onPage(title string) engine.Source { return rest(title, "Remarks") }

const noMatchOnContainers = "the guide (Managing concurrency in Azure Storage, \"Optimistic concurrency for blobs " +
	"and " +
	"containers\") lists this operation as one that accepts conditional headers such as If-Match; the service looks " +
	"at dates only, as the page of the operation says, and ignores If-Match"

const starIgnored = "whether If-None-Match * has an effect on a write that creates nothing is not written down; " +
	"adopted: none, as was observed for Delete Blob and Set Blob Properties"

// Parts of lists of refusals of operations on containers, in the order of rules.md, "Order of checks".
var (
	leaseWord               = []*engine.Rule{badLeaseID}
	containerThere          = []*engine.Rule{containerNotFound}
	containerThereToRead    = []*engine.Rule{containerNotFound, noContainerToRead}
	containerDates          = []*engine.Rule{badDate, multipleHeaders}
	containerConditionRules = []*engine.Rule{notModified, modifiedSince}
)

// boxReads are the refusals of a read of a container.
func containerReads() []*engine.Rule {
	return slices.Concat(containerNames, leaseWord, containerThereToRead, usesOfContainer[reads].Rules())
}

func containerOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "create-container", Effect: engine.Creates, Makes: "container", Did: "created it",
			Method: "PUT", Object: "container", Summary: "Make a container.", OK: []int{201},
			Group: engine.GroupWrite,
			Op:    CreateContainer{}, Source: onPage("Create Container").Assuming(
				"the name of a deleted container is free after at least 30 seconds; adopted: 30"),
			Refuses: slices.Concat(containerNames, metadataRules,
				[]*engine.Rule{badPublic, containerExists, beingDeleted})},
		{Verb: "get-container-properties", Effect: engine.Reads, Did: "read its properties",
			Method: "HEAD", Object: "container",
			Summary: "Read metadata, ETag and lease state of a container.",
			OK:      []int{200}, Group: engine.GroupRead, Op: GetContainerProperties{},
			Source:  onPage("Get Container Properties"),
			Refuses: containerReads()},
		{Verb: "get-container-metadata", Effect: engine.Reads, Did: "read its metadata",
			Method: "GET", Object: "container",
			Summary: "Read the metadata of a container.",
			OK:      []int{200}, Group: engine.GroupRead, Op: GetContainerMetadata{},
			Source:  onPage("Get Container Metadata"),
			Refuses: containerReads()},
		{Verb: "set-container-metadata", Effect: engine.Describes, Did: "set its metadata",
			Method: "PUT", Object: "container",
			Summary: "Replace the metadata of a container.",
			OK:      []int{200}, Group: engine.GroupWrite, Op: SetContainerMetadata{},
			Source: onPage("Set Container Metadata").Assuming(
				"the makers of the clients say that the service ignores If-Match").
				But(noMatchOnContainers),
			Refuses: slices.Concat(containerNames, metadataRules, leaseWord, containerDates[:1], containerThere,
				usesOfContainer[reads].Rules(), containerConditionRules[:1])},
		{Verb: "get-container-acl", Effect: engine.Reads, Did: "read its access policies",
			Method: "GET", Object: "container",
			Summary: "Read the access policies of a container.",
			OK:      []int{200}, Group: engine.GroupRead, Op: GetContainerACL{}, Source: onPage("Get Container ACL"),
			Refuses: containerReads()},
		{Verb: "set-container-acl", Effect: engine.Permits, Did: "set its access policies",
			Method: "PUT", Object: "container",
			Summary: "Replace the access policies of a container.",
			OK:      []int{200}, Group: engine.GroupWrite, Op: SetContainerACL{},
			Source: onPage("Set Container ACL").Assuming(
				"within 30 seconds either permissions may count; adopted: the old ones, unless the request chooses").
				But(noMatchOnContainers),
			Refuses: slices.Concat(containerNames, lengthRules, []*engine.Rule{manyPolicies, badPublic}, leaseWord,
				containerDates,
				containerThere, usesOfContainer[reads].Rules(), containerConditionRules)},
		{Verb: "delete-container", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "container",
			Summary: "Remove a container with all that is in it.",
			OK:      []int{202}, Group: engine.GroupDelete, Op: DeleteContainer{},
			Source: onPage("Delete Container").But(noMatchOnContainers),
			Refuses: slices.Concat(containerNames, leaseWord, containerDates, containerThere,
				usesOfContainer[deletes].Rules(),
				containerConditionRules)},
		{Verb: "list-containers", Effect: engine.Reads, Lists: true, Did: "listed the containers",
			Method: "GET", Object: "container", Summary: "List the containers of the account.",
			OK:    []int{200},
			Group: engine.GroupRead, Op: ListContainers{}, Source: onPage("List Containers"),
			Refuses: []*engine.Rule{badCount, badInclude}},
		{Verb: "get-blob-service-properties", Effect: engine.Reads, Did: "read the service's properties",
			Method: "GET", Object: "blob-service", Summary: "Read the properties of the blob service.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetServiceProperties{},
			Source: onPage("Get Blob Service Properties")},
		{Verb: "set-blob-service-properties", Effect: engine.Describes, Did: "set the service's properties",
			Method: "PUT", Object: "blob-service",
			Summary: "Replace elements of the properties of the blob service: for how long deleted blobs are kept.",
			OK:      []int{202}, Group: engine.GroupWrite, Op: SetServiceProperties{},
			Source: onPage("Set Blob Service Properties"), Refuses: []*engine.Rule{badElement}},
		{Verb: "undelete-blob", Effect: engine.Describes, Did: "brought it back",
			Method: "PUT", Object: "blob", Summary: "Bring a deleted blob back, while deleted blobs are kept.",
			OK: []int{200}, Group: engine.GroupWrite, Op: Undelete{},
			Source: onPage("Undelete Blob").Assuming("ETag and date of what comes back; adopted: those it had"),
			Refuses: slices.Concat(blobNames, []*engine.Rule{containerNotFound}, permissions,
				[]*engine.Rule{blobNotFound})},
		{Verb: "find-blobs-by-tags", Effect: engine.Reads, Lists: true, Did: "searched the tags of all blobs",
			Method: "GET", Object: "container", Summary: "List the blobs of the account whose tags are so.",
			OK: []int{200}, Group: engine.GroupRead, Op: FindBlobs{},
			Source: onPage("Find Blobs by Tags").Assuming(
				"the index is up to date at once, which the service does not promise"),
			Refuses: []*engine.Rule{badWhere, badCount}},
		{Verb: "find-blobs-in-container", Effect: engine.Reads, Lists: true, Did: "searched the tags of its blobs",
			Method: "GET", Object: "container", Summary: "List the blobs of a container whose tags are so.",
			OK: []int{200}, Group: engine.GroupRead, Op: FindBlobsInContainer{},
			Source: onPage("Find Blobs by Tags in Container").Assuming(
				"the index is up to date at once, which the service does not promise"),
			Refuses: slices.Concat(containerNames, []*engine.Rule{badWhere, badCount, noContainerToRead})},
		{Verb: "list-blobs", Effect: engine.Reads, Lists: true, Did: "listed its blobs",
			Method: "GET", Object: "container", Summary: "List the blobs of a container.",
			OK:    []int{200},
			Group: engine.GroupRead, Op: ListBlobs{},
			Source: onPage("List Blobs").Assuming("a blob and its snapshots stay on one page"),
			Refuses: slices.Concat(containerNames, []*engine.Rule{badCount, badInclude, noContainerToRead},
				permissions)},
	}
}

func blobOps() []engine.OpSpec {
	return []engine.OpSpec{
		onBlob(engine.OpSpec{Verb: "put-blob", Effect: engine.Writes, Makes: "blob", Did: "saved it",
			Method: "PUT", Object: "blob", Summary: "Replace the content of a blob, or create it.",
			OK: []int{201}, Group: engine.GroupWrite, Empty: engine.Args("body", "", "type", "AppendBlob"),
			Op: Put{}, Source: onPage("Put Blob").Assuming("whether tags that are not sent are cleared is not " +
				"written down, nor is it for the tier; adopted: tags are cleared, the tier stays; " +
				"that the lease is judged before the conditions was observed")},
			slices.Concat(lengthRules, []*engine.Rule{bodyTooLarge, badType, bodyOfType, noSize, badSize, badSequence,
				badTier}, metadataRules, tagRules, checksumRules)),
		onBlob(engine.OpSpec{Verb: "get-blob", Effect: engine.Reads, Did: "read it",
			Method: "GET", Object: "blob", Summary: "Read a blob, a range of it, or a snapshot.",
			OK:    []int{200, 206, 304},
			Group: engine.GroupRead, Op: Get{}, Source: onPage("Get Blob")}, nil, outOfRange),
		onBlob(engine.OpSpec{Verb: "get-blob-properties", Effect: engine.Reads, Did: "read its properties",
			Method: "HEAD", Object: "blob",
			Summary: "Read metadata, properties and lease state of a blob.",
			OK:      []int{200, 304}, Group: engine.GroupRead, Op: GetProperties{},
			Source: onPage("Get Blob Properties")}, nil),
		onBlob(engine.OpSpec{Verb: "get-blob-metadata", Effect: engine.Reads, Did: "read its metadata",
			Method: "GET", Object: "blob", Summary: "Read the metadata of a blob.",
			OK: []int{200, 304}, Group: engine.GroupRead,
			Op: GetMetadata{}, Source: onPage("Get Blob Metadata")}, nil),
		onBlob(engine.OpSpec{Verb: "set-blob-metadata", Effect: engine.Describes, Did: "set its metadata",
			Method: "PUT", Object: "blob", Summary: "Replace the metadata of a blob.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: SetMetadata{}, Source: onPage("Set Blob Metadata").Assuming(starIgnored)}, metadataRules),
		onBlob(engine.OpSpec{Verb: "set-blob-properties", Effect: engine.Describes, Did: "set its properties",
			Method: "PUT", Object: "blob",
			Summary: "Replace the content properties of a blob.", OK: []int{200},
			Group: engine.GroupWrite, Op: SetProperties{},
			Source: onPage("Set Blob Properties").Assuming(starIgnored +
				"; a request that gives nothing clears all content properties")},
			[]*engine.Rule{badAction, badSequence, numberUnasked, noNumber, badSize}, typeReplaced, otherType,
			sequenceAtTop),
		onBlob(engine.OpSpec{Verb: "get-blob-tags", Effect: engine.Reads, Did: "read its tags",
			Method: "GET", Object: "blob", Summary: "Read the tags of a blob.", OK: []int{200},
			Group: engine.GroupRead, Op: GetTags{},
			Source: onPage("Get Blob Tags")}, nil),
		onBlob(engine.OpSpec{Verb: "set-blob-tags", Effect: engine.Describes, Did: "set its tags",
			Method: "PUT", Object: "blob",
			Summary: "Replace the tags of a blob; its ETag does not change.", OK: []int{204},
			Group: engine.GroupWrite, Op: SetTags{}, Source: onPage("Set Blob Tags")},
			slices.Concat(lengthRules, tagRules)),
		onBlob(engine.OpSpec{Verb: "set-blob-tier", Effect: engine.Describes, Did: "set its tier",
			Method: "PUT", Object: "blob",
			Summary: "Move a blob to another tier; its ETag does not change.", OK: []int{200},
			Group: engine.GroupWrite, Op: SetTier{}, Source: onPage("Set Blob Tier").Assuming(
				"archive, and waking a blob from it, are left out")}, []*engine.Rule{badTier}),
		onBlob(engine.OpSpec{Verb: "snapshot-blob", Effect: engine.Snapshots, Did: "took a snapshot of it",
			Method: "PUT", Object: "blob", Summary: "Keep the blob as it is now, read-only.",
			OK: []int{201}, Group: engine.GroupWrite,
			Op: TakeSnapshot{}, Source: onPage("Snapshot Blob").Assuming(starIgnored)}, metadataRules),
		onBlob(engine.OpSpec{Verb: "delete-blob", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "blob",
			Summary: "Remove a blob, its snapshots, or one snapshot.", OK: []int{202},
			Group: engine.GroupDelete, Op: Delete{},
			Source: onPage("Delete Blob").Assuming("the documents imply that If-None-Match " +
				"* refuses a delete; the live service was observed to delete; snapshots=only without snapshots is " +
				"202, as Azurite does it")}, []*engine.Rule{badDeletion, snapshotDeletion}, snapshotsPresent),
	}
}

// leaseOps are the five operations on the leases of blobs, and the five on those of containers.
func leaseOps() []engine.OpSpec {
	words := [...]struct {
		verb, method, summary string
		effect                engine.Effect
		did                   string
	}{
		lease.Acquire: {"acquire", "ACQUIRE", "Take the lease of a %.", engine.AcquiresLease, "took the lease"},
		lease.Renew: {"renew", "RENEW", "Restart the clock of the lease of a %.", engine.RenewsLease,
			"renewed the lease"},
		lease.Change: {"change", "CHANGE", "Give the lease of a % another id.", engine.ChangesLease,
			"changed the lease's id"},
		lease.Release: {"release", "RELEASE", "End the lease of a %.", engine.ReleasesLease, "gave the lease back"},
		lease.Break: {"break", "BREAK", "End the lease of a %, whoever holds it.", engine.BreaksLease,
			"broke the lease"},
	}
	onBlobs := [...]engine.Op{lease.Acquire: Acquire{}, lease.Renew: Renew{}, lease.Change: Change{},
		lease.Release: Release{}, lease.Break: Break{}}
	onContainers := [...]engine.Op{lease.Acquire: AcquireContainer{}, lease.Renew: RenewContainer{},
		lease.Change: ChangeContainer{}, lease.Release: ReleaseContainer{},
		lease.Break: BreakContainer{}}
	var list []engine.OpSpec
	for _, kind := range []string{"container", "blob"} {
		for a := lease.Acquire; a <= lease.Break; a++ {
			w := words[a]
			spec := engine.OpSpec{Verb: w.verb + "-" + kind + "-lease", Effect: w.effect, Did: w.did, Method: w.method,
				Object:  kind,
				OK:      []int{lease.Order{Action: a}.Status()},
				Summary: strings.ReplaceAll(w.summary, "%", kind), Group: engine.GroupLease,
				Source: onPage("Lease " + strings.ToUpper(kind[:1]) + kind[1:])}
			if kind == "blob" {
				spec.Op = onBlobs[a]
				if a == lease.Acquire {
					spec.Source.Differs = "the guide (Managing concurrency in Azure Storage, \"Pessimistic " +
						"concurrency for " +
						"blobs\") speaks of 30 seconds in its text and takes 15 in its program; both are allowed"
				}
				spec = onBlob(spec, orderRules(a))
			} else {
				spec.Op, spec.Source.Differs = onContainers[a], noMatchOnContainers
				spec.Refuses = slices.Concat(containerNames, orderRules(a), containerDates, containerThere,
					containerLeases.Rules(a),
					containerConditionRules)
			}
			list = append(list, spec)
		}
	}
	return list
}
