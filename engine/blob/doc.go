// Package blob is Azure's containers and block blobs: their operations, their documented refusals, their state.
//
// Each request is one judgement of one blob or container, in the order of section 5 of the fact sheet: words, container, permission,
// blob, snapshot, lease, conditions, the operation's own rules. Blobs and containers share one lease machine; what it does stands in
// tables of cells (lease_table.go), as the sheet prints them, so that a cell that proves wrong is changed in one place.
//
//	w := engine.NewWorld(blob.Service())
//	w.Step(1, engine.Send{By: "seed", Verb: "create-container", Args: engine.Args("path", "wiki"), As: "c"})
//	w.Step(2, engine.Deliver{Names: []string{"c"}})
//
// Parts, as the referee sees them, are body, metadata, tags, properties and tier of a blob, metadata and acl of a container. What was
// removed leaves a record that says by whom; the count of versions goes on across it.
//
// Sources: the fact sheet "Azure Blob and Container concurrency", sections 1 to 5, 7 and 9, which goes back to the Azure REST
// reference, Microsoft's tests against the live service, dated reports from the live service and the source of Azurite. Where these
// leave something open the rule says so in its Source.
package blob
