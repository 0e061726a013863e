package blob

import (
	"slices"

	"interleave/engine"
)

// staged are the refusals of a request that stages a block, from check 2 on.
func staged(own ...*engine.Rule) []*engine.Rule {
	return slices.Concat(boxThere, permissions, []*engine.Rule{snapshotWritten}, own, overwrites[1:], typeRules,
		stageRules)
}

// withoutTags are the rules of conditions for an operation that takes none on tags.
func withoutTags(rules []*engine.Rule) []*engine.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r *engine.Rule) bool { return r.Name == "if-tags" })
}

func blockOps() []engine.OpSpec {
	id := []*engine.Rule{badBlockID, longBlockID}
	return []engine.OpSpec{
		{Verb: "put-block", Effect: engine.Stages, Did: "staged a block of it",
			Method: "STAGE", Object: "blob",
			Summary: "Stage a block in the area that all writers of a blob share.", OK: []int{201},
			Group: "write", Op: PutBlock{}, Source: assuming("Put Block", "conditional headers are ignored, and a "+
				"lease that has expired is freed, as Azurite does it; neither is written down"),
			Refuses: slices.Concat(blobNames, []*engine.Rule{badSnapshot}, lengthRules,
				[]*engine.Rule{bodyTooLarge, emptyBlock}, id, checksumRules, leaseWord, staged())},
		{Verb: "put-block-from-url", Effect: engine.Stages, Did: "staged a block of it",
			Method: "STAGE", Object: "blob",
			Summary: "Stage a block whose bytes are those of another blob.", OK: []int{201},
			Group: "write", Op: PutBlockFromURL{}, Source: onPage("Put Block From URL"),
			Refuses: slices.Concat(blobNames, []*engine.Rule{badSnapshot}, id, []*engine.Rule{badRange}, leaseWord,
				withoutTags(writeSyntax), staged(sourceRules...),
				[]*engine.Rule{outOfRange, emptyBlock})},
		{Verb: "put-block-list", Effect: engine.Commits, Did: "committed its blocks",
			Method: "COMMIT", Object: "blob",
			Summary: "Make a blob of staged and committed blocks.", OK: []int{201},
			Group: "write", Op: PutBlockList{},
			Source: assuming("Put Block List",
				"tags that are not sent are cleared, as by Put Blob; a list without a word searches for the latest"),
			Refuses: slices.Concat(blobNames, []*engine.Rule{badSnapshot}, lengthRules,
				[]*engine.Rule{badListedID, longBlockList, badTier}, metadataRules, tagRules, checksumRules, leaseWord,
				writeSyntax,
				boxThere, permissions, overwrites, createRules, typeRules, []*engine.Rule{missingBlock, blobTooLarge})},
		{Verb: "get-block-list", Effect: engine.Reads, Did: "read its list of blocks",
			Method: "GET", Object: "blob",
			Summary: "Read which blocks a blob has, and which are staged.", OK: []int{200},
			Group: "read", Op: GetBlockList{},
			Source: assuming("Get Block List",
				"the documents promise nothing about staged blocks while others write; here the list is exact"),
			Refuses: slices.Concat(blobNames, []*engine.Rule{badSnapshot, badBlockListType}, leaseWord, tagSyntax,
				boxThereToRead, permissions, blobToRead,
				usesOfBlob[reads].Rules(), tagsOnly, typeRules)},
	}
}

func appendOps() []engine.OpSpec {
	ends := []*engine.Rule{isSealed, otherPosition, overMaxSize, manyAppended, blobTooLarge}
	return []engine.OpSpec{
		{Verb: "append-block", Effect: engine.Appends, Did: "appended to it",
			Method: "APPEND", Object: "blob", Summary: "Add a block at the end of an append blob.",
			OK: []int{201}, Group: "write",
			Op: AppendBlock{}, Source: assuming("Append Block", starIgnored),
			Refuses: blobWrites(slices.Concat(lengthRules, []*engine.Rule{bodyTooLarge, emptyBlock, badPosition},
				checksumRules), writeSyntax, slices.Concat(writeRules, typeRules, ends))},
		{Verb: "append-blob-seal", Effect: engine.Describes, Did: "sealed it",
			Method: "SEAL", Object: "blob", Summary: "Make an append blob read-only for good.",
			OK: []int{200}, Group: "write",
			Op: Seal{}, Source: assuming("Append Blob Seal",
				"sealing a sealed blob succeeds; metadata and properties can still be set"),
			Refuses: blobWrites([]*engine.Rule{badPosition}, withoutTags(writeSyntax),
				slices.Concat(withoutTags(writeRules), typeRules, []*engine.Rule{otherPosition}))},
	}
}

func pageOps() []engine.OpSpec {
	words := slices.Concat(lengthRules, []*engine.Rule{bodyTooLarge, badPageWrite, noRange, badRange, unalignedPages,
		otherSize, badSequence}, checksumRules)
	return []engine.OpSpec{
		{Verb: "put-page", Effect: engine.Writes, Did: "wrote pages of it",
			Method: "PUT", Object: "blob", Summary: "Write or clear whole pages of a page blob.",
			OK: []int{201}, Group: "write",
			Op: PutPage{}, Source: assuming("Put Page", starIgnored),
			Refuses: blobWrites(words, writeSyntax,
				slices.Concat(writeRules, typeRules, []*engine.Rule{otherSequence, beyondPages}))},
		{Verb: "get-page-ranges", Effect: engine.Reads, Did: "read its page ranges",
			Method: "GET", Object: "blob",
			Summary: "List which pages of a page blob hold something.", OK: []int{200, 304},
			Group: "read", Op: GetPageRanges{}, Source: onPage("Get Page Ranges"),
			Refuses: blobReads([]*engine.Rule{badRange}, typeRules)},
	}
}

func copyOps() []engine.OpSpec {
	refuses := slices.Concat(blobNames, []*engine.Rule{badSnapshot}, metadataRules, tagRules, leaseWord, writeSyntax,
		boxThere, permissions,
		[]*engine.Rule{snapshotWritten}, sourceRules, []*engine.Rule{sourceTags}, overwrites[1:],
		[]*engine.Rule{finiteLease}, targetRules, typeRules)
	return []engine.OpSpec{
		{Verb: "copy-blob", Effect: engine.Copies, Did: "copied over it",
			Method: "COPY", Object: "blob",
			Summary: "Make a blob the copy of another, at once or as work that goes on.", OK: []int{202},
			Group: "write", Op: Copy{}, Source: assuming("Copy Blob",
				"a copy of a blob onto itself is done at once; the tier stays, a sealed blob's copy is sealed"),
			Refuses: append(refuses[:len(refuses):len(refuses)], copySourceChanged, copySourceGone)},
		{Verb: "copy-blob-from-url", Effect: engine.Copies, Did: "copied over it",
			Method: "COPY", Object: "blob",
			Summary: "Make a blob the copy of another, and answer when that is done.",
			OK:      []int{202}, Group: "write", Op: CopyFromURL{}, Source: onPage("Copy Blob From URL"),
			Refuses: refuses},
		{Verb: "abort-copy-blob", Effect: engine.Aborts, Did: "aborted the copy to it",
			Method: "ABORT", Object: "blob",
			Summary: "End a copy that is under way; the destination is left empty.",
			OK:      []int{204}, Group: "write", Op: AbortCopy{},
			Source: assuming("Abort Copy Blob",
				"whether the destination gets a new ETag is not written down; adopted: it does"),
			Refuses: slices.Concat(blobNames, []*engine.Rule{badSnapshot, badCopyID}, leaseWord, boxThere, permissions,
				blobThere[:1],
				[]*engine.Rule{snapshotWritten}, usesOfBlob[writes].Rules(), []*engine.Rule{noPendingCopy, otherCopy})},
	}
}
