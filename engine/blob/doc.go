// Package blob is Azure's containers and blobs: block blobs with their staged blocks, append blobs, page blobs,
// snapshots, leases and copies; their operations, their documented refusals, their state.
//
// Each request is one check of one blob or container, in one order: words, container, permission, blob, snapshot, a
// copy that is under way, lease, conditions, type, the operation's own rules. Blobs and containers have the lease
// machine of engine/lease; what a lease says to a use stands in tables of cells (lease_table.go), as the documents
// print them, so that a cell that proves wrong is changed in one place.
//
// Parts, as the referee sees them, are body, metadata, tags, properties and tier of a blob, metadata and acl of a
// container; beside the body the pieces that are written alone: each staged and each committed block, what each writer
// appended, each page, the sequence number. What was removed leaves a record that says by whom; the count of versions
// goes on across it.
//
// Sources: the Azure REST reference, page by page; Microsoft's tests against the live service; dated reports from the
// live service; the source of Azurite. Each rule names its page; where that leaves something open, or was only
// observed, the rule's Source says so. rules.md gathers them.
package blob
