package table

import (
	"slices"

	"interleave/engine"
)

// Service is Azure's tables as a world takes them in.
func Service() *engine.Service {
	return &engine.Service{Name: Name, Title: "Azure tables", New: newState, Holders: []string{"table"},
		Acts: acts(), Guardings: guardings(), Bare: unguarded, Rules: rulesPage, Faults: faults,
		Rejects: engine.Rejecting(Name, "rejected-table-request", "HTTP", common),
		Ops:     slices.Concat(tableOps(), entities, groupOps(), serviceOps()),
		Settings: []engine.Setting{
			{Name: "deletion", Values: []string{"40", "60", "120", "600", "0"},
				Help: "seconds for which the name of a deleted table is not free"},
			{Name: "pages", Values: []string{partitionByPage, "whole"},
				Help: "whether a page of a query ends with its partition"},
		}}
}

// onPage is the page of an operation in the Azure REST reference.
func onPage(title string) engine.Source { return rest(title, "Remarks") }

func tableOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "create-table", Effect: engine.Creates, Makes: "table", Did: "created it",
			Method: "CREATE", Object: "table", Summary: "Make a table.", OK: []int{201, 204},
			Group: engine.GroupWrite, Op: Create{},
			Source: onPage("Create Table").Assuming(
				"the name of a deleted table is free after at least 40 seconds; adopted: 40"),
			Refuses: slices.Concat(nameRules, []*engine.Rule{tableExists, beingDeleted})},
		{Verb: "get-table", Effect: engine.Reads, Did: "read it",
			Method: "GET", Object: "table", Summary: "Say whether a table is there.", OK: []int{200},
			Group: engine.GroupRead, Op: GetTable{},
			Source: onPage("Query Tables"), Refuses: slices.Concat(nameRules, []*engine.Rule{noTableToGet})},
		{Verb: "query-entities", Effect: engine.Reads, Lists: true, Did: "read its entities",
			Method: "QUERY", Object: "table",
			Summary: "List the entities of a table, a page at a time.", OK: []int{200},
			Group: engine.GroupRead, Op: Query{}, Source: onPage("Query Entities").Assuming(
				"a page may end at a partition; adopted: it does, unless table.pages=whole"),
			Refuses: slices.Concat(nameRules, []*engine.Rule{badFilter, badTop}, tableToRead,
				policyRules.All())},
		{Verb: "query-tables", Effect: engine.Reads, Lists: true, Did: "listed the tables",
			Method: "QUERY", Object: "table",
			Summary: "List the tables of the account, a page at a time.", OK: []int{200},
			Group: engine.GroupRead, Op: List{}, Source: onPage("Query Tables"),
			Refuses: []*engine.Rule{badFilter, badTop}},
		{Verb: "get-table-acl", Effect: engine.Reads, Did: "read its access policies",
			Method: "GET", Object: "table", Summary: "Read the access policies of a table.",
			OK: []int{200}, Group: engine.GroupRead,
			Op: GetACL{}, Source: onPage("Get Table ACL"), Refuses: slices.Concat(nameRules, tableToRead)},
		{Verb: "set-table-acl", Effect: engine.Permits, Did: "set its access policies",
			Method: "PUT", Object: "table", Summary: "Replace the access policies of a table.",
			OK: []int{204}, Group: engine.GroupWrite,
			Op: SetACL{}, Source: onPage("Set Table ACL"),
			Refuses: slices.Concat(nameRules, []*engine.Rule{manyPolicies}, tableThere)},
		{Verb: "delete-table", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "table", Summary: "Remove a table with all that is in it.",
			OK: []int{204}, Group: engine.GroupDelete,
			Op:      Drop{},
			Source:  onPage("Delete Table").Assuming("the name is free after at least 40 seconds; adopted: 40"),
			Refuses: slices.Concat(nameRules, []*engine.Rule{noSuchTable})},
	}
}

// writes are the refusals of a write of an entity, in the order of rules.md, "Order of checks"; upserts meet no
// condition.
func writes(guarded bool, last ...*engine.Rule) []*engine.Rule {
	tags, conditions := tagRules, []*engine.Rule{entityNotFound, otherTag}
	if !guarded {
		tags, conditions = tagRules[1:2], nil
	}
	return slices.Concat(nameRules, []*engine.Rule{bodyTooLarge, keysAbsent}, contentRules, tags, keyRules, tableThere,
		policyRules.All(), conditions, last)
}

// entities are the operations on entities: alone, or in a group.
var entities = entityOps()

func entityOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "insert-entity", Effect: engine.Writes, Makes: "entity", Did: "inserted it",
			Method: "INSERT", Object: "entity", Summary: "Make an entity that is not there yet.",
			OK: []int{201, 204}, Group: engine.GroupWrite,
			Op: Insert{}, Source: onPage("Insert Entity"),
			Refuses: slices.Concat(nameRules, []*engine.Rule{bodyTooLarge, keysNeeded}, contentRules, keyRules,
				tableThere, policyRules.All(), []*engine.Rule{entityExists})},
		{Verb: "get-entity", Effect: engine.Reads, Did: "read it",
			Method: "GET", Object: "entity", Summary: "Read one entity.", OK: []int{200},
			Group: engine.GroupRead, Op: Get{},
			Source: onPage("Query Entities").Assuming(
				"what If-None-Match does to a read is not told; adopted: nothing"),
			Refuses: slices.Concat(nameRules, []*engine.Rule{bodyTooLarge, keysAbsent}, keyRules, tableToRead,
				policyRules.All(),
				[]*engine.Rule{noEntityToRead})},
		{Verb: "update-entity", Effect: engine.Writes, Did: "replaced it",
			Method: "UPDATE", Object: "entity", Summary: "Replace all properties of an entity.",
			OK: []int{204}, Group: engine.GroupWrite,
			Op: Update{}, Source: onPage("Update Entity"), Refuses: writes(true)},
		{Verb: "merge-entity", Effect: engine.Merges, Did: "merged into it",
			Method: "MERGE", Object: "entity",
			Summary: "Set some properties of an entity and keep the others.", OK: []int{204},
			Group: engine.GroupWrite, Op: Merge{}, Source: onPage("Merge Entity"),
			Refuses: writes(true, mergedTooMany, mergedTooLarge)},
		{Verb: "insert-or-replace-entity", Effect: engine.Writes, Did: "replaced it",
			Method: "PUT", Object: "entity",
			Summary: "Replace all properties of an entity, or make it.", OK: []int{204},
			Group: engine.GroupWrite, Op: InsertOrReplace{}, Source: onPage("Insert Or Replace Entity"),
			Refuses: writes(false)},
		{Verb: "insert-or-merge-entity", Effect: engine.Merges, Did: "merged into it",
			Method: "MERGE", Object: "entity",
			Summary: "Set some properties of an entity, or make it.", OK: []int{204},
			Group: engine.GroupWrite, Op: InsertOrMerge{}, Source: onPage("Insert Or Merge Entity"),
			Refuses: writes(false, mergedTooMany, mergedTooLarge)},
		{Verb: "delete-entity", Effect: engine.Deletes, Did: "deleted it",
			Method: "DELETE", Object: "entity", Summary: "Remove an entity.", OK: []int{204},
			Group: engine.GroupDelete, Op: Delete{},
			Source: onPage("Delete Entity"), Refuses: slices.Concat(nameRules,
				[]*engine.Rule{bodyTooLarge, matchMissing, keysAbsent}, tagRules, keyRules, tableThere,
				policyRules.All(),
				[]*engine.Rule{entityNotFound, otherTag})},
	}
}

func groupOps() []engine.OpSpec {
	refuses := slices.Concat(nameRules, []*engine.Rule{bodyTooLarge, badMember, badGroup, emptyGroup, readInGroup,
		manyChanges, otherGroup, sameRow})
	for _, s := range entities {
		for _, r := range s.Refuses {
			if !slices.Contains(refuses, r) {
				refuses = append(refuses, r)
			}
		}
	}
	return []engine.OpSpec{{Verb: "entity-group-transaction", Effect: engine.Groups, Did: "changed it in a transaction",
		Method: "BATCH", Object: "table", Group: engine.GroupOther,
		OK:      []int{202},
		Summary: "Do several writes of one partition, all or nothing.", Op: Group{}, Source: grouping,
		Refuses: append(refuses, secondSet)}}
}
