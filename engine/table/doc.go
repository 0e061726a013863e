// Package table is Azure's tables: their operations on tables and entities, their documented refusals, their state.
//
// An entity is named as T/p/r: table, PartitionKey, RowKey; no key holds a slash, and both may be empty. Its properties
// are arguments .name=5L with the literals of $filter (a word that is no literal is a string), or lines name=5L of a
// body; what an answer or a record shows of a property is such a literal again. Each request is one check in the
// order of rules.md, "Order of checks". A group transaction is a loop over the same checks that stops at the first
// refusal; the core takes back what came before it.
//
// Parts, as the referee sees them: each property of an entity, as .n, and the row, its being there at all; table and
// acl of a table. What was removed leaves a record that says by whom, and a property that was dropped its mark;
// versions and timestamps go on across it.
//
// Sources: rules.md, which goes back to the Azure REST reference, Microsoft's recordings of the live service and the
// source of Azurite. Where these leave something open the rule says so in its Source.
package table
