// Package lease is the lease of Azure's storage: one machine of five states, which blobs, containers, files and shares
// have in common.
//
// What an operation does to a lease, and what a lease says to a request that uses what is leased, stand in tables of
// cells as the documents print them. What differs between the services is given to the machine: which rule a refusal
// breaks (Machine), what a use needs (Uses). What the words of a request may be, the services check themselves.
//
// A Lease is a value: it is part of a record, and is replaced with it. The package stands below the services: of ours
// it imports engine alone, and only services that have leases import it (engine/tidy_test.go).
//
// Sources: Azure REST, "Lease Blob", "Lease Container", "Lease File" and "Lease Share"; rules.md gathers what they
// share.
package lease
