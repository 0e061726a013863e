package blob

import (
	"slices"

	"interleave/engine"
)

func blockOps() []engine.OpSpec {
	id := []*engine.Rule{badBlockID, longBlockID}
	return []engine.OpSpec{
		onBlob(engine.OpSpec{Verb: "put-block", Effect: engine.Stages, Did: "staged a block of it",
			Method: "STAGE", Object: "blob",
			Summary: "Stage a block in the area that all writers of a blob share.", OK: []int{201},
			Group: engine.GroupWrite, Op: PutBlock{},
			Source: onPage("Put Block").Assuming("conditional headers are ignored, and a " +
				"lease that has expired is freed, as Azurite does it; neither is written down")},
			slices.Concat(lengthRules, []*engine.Rule{bodyTooLarge, emptyBlock}, id, checksumRules), stageRules...),
		onBlob(engine.OpSpec{Verb: "put-block-from-url", Effect: engine.Stages, Did: "staged a block of it",
			Method: "STAGE", Object: "blob",
			Summary: "Stage a block whose bytes are those of another blob.", OK: []int{201},
			Group: engine.GroupWrite, Op: PutBlockFromURL{}, Source: onPage("Put Block From URL")},
			append(slices.Clip(id), badRange, badSourceMD5), otherLength, manyStaged, outOfRange, emptyBlock,
			otherSourceMD5),
		onBlob(engine.OpSpec{Verb: "put-block-list", Effect: engine.Commits, Did: "committed its blocks",
			Method: "COMMIT", Object: "blob",
			Summary: "Make a blob of staged and committed blocks.", OK: []int{201},
			Group: engine.GroupWrite, Op: PutBlockList{},
			Source: onPage("Put Block List").Assuming(
				"tags that are not sent are cleared, as by Put Blob; a list without a word searches for the latest")},
			slices.Concat(lengthRules, []*engine.Rule{badListedID, longBlockID, longBlockList, badTier},
				metadataRules, tagRules,
				checksumRules), mixedBlock, missingBlock, blobTooLarge),
		onBlob(engine.OpSpec{Verb: "get-block-list", Effect: engine.Reads, Did: "read its list of blocks",
			Method: "GET", Object: "blob",
			Summary: "Read which blocks a blob has, and which are staged.", OK: []int{200},
			Group: engine.GroupRead, Op: GetBlockList{},
			Source: onPage("Get Block List").Assuming(
				"the documents promise nothing about staged blocks while others write; here the list is exact")},
			[]*engine.Rule{badBlockListType}),
	}
}

func appendOps() []engine.OpSpec {
	return []engine.OpSpec{
		onBlob(engine.OpSpec{Verb: "append-block", Effect: engine.Appends, Did: "appended to it",
			Method: "APPEND", Object: "blob", Summary: "Add a block at the end of an append blob.",
			OK: []int{201}, Group: engine.GroupWrite,
			Op: AppendBlock{}, Source: onPage("Append Block").Assuming(starIgnored)},
			slices.Concat(lengthRules, []*engine.Rule{bodyTooLarge, emptyBlock, badPosition}, checksumRules), isSealed,
			otherPosition, overMaxSize, manyAppended, blobTooLarge),
		onBlob(engine.OpSpec{Verb: "append-block-from-url", Effect: engine.Appends, Did: "appended to it",
			Method: "APPEND", Object: "blob",
			Summary: "Add bytes of another blob at the end of an append blob.",
			OK:      []int{201}, Group: engine.GroupWrite,
			Op: AppendBlockFromURL{}, Source: onPage("Append Block From URL").Assuming(starIgnored)},
			[]*engine.Rule{badPosition, badRange, badSourceMD5}, isSealed, otherPosition, outOfRange, emptyBlock,
			overMaxSize, manyAppended, blobTooLarge, otherSourceMD5),
		onBlob(engine.OpSpec{Verb: "append-blob-seal", Effect: engine.Describes, Did: "sealed it",
			Method: "SEAL", Object: "blob", Summary: "Make an append blob read-only for good.",
			OK: []int{200}, Group: engine.GroupWrite,
			Op: Seal{}, Source: onPage("Append Blob Seal").Assuming(
				"sealing a sealed blob succeeds; metadata and properties can still be set; the ETag stays as it was, " +
					"as the page says, where the emulator gives a new one")},
			[]*engine.Rule{badPosition}, otherPosition),
	}
}

func pageOps() []engine.OpSpec {
	words := slices.Concat(lengthRules, []*engine.Rule{bodyTooLarge, badPageWrite, noRange, badRange, unalignedPages,
		otherSize, badSequence}, checksumRules)
	return []engine.OpSpec{
		onBlob(engine.OpSpec{Verb: "put-page", Effect: engine.Writes, Did: "wrote pages of it",
			Method: "PUT", Object: "blob", Summary: "Write or clear whole pages of a page blob.",
			OK: []int{201}, Group: engine.GroupWrite,
			Op: PutPage{}, Source: onPage("Put Page").Assuming(starIgnored)}, words, otherSequence, beyondPages),
		onBlob(engine.OpSpec{Verb: "put-page-from-url", Effect: engine.Writes, Did: "wrote pages of it",
			Method: "PUT", Object: "blob", Summary: "Write whole pages with bytes of another blob.",
			OK: []int{201}, Group: engine.GroupWrite,
			Op: PutPageFromURL{}, Source: onPage("Put Page From URL").Assuming(starIgnored)},
			[]*engine.Rule{noRange, badRange, unalignedPages, otherSize, bodyTooLarge, badSequence, badSourceMD5},
			otherSequence, beyondPages, outOfRange, otherSourceMD5),
		onBlob(engine.OpSpec{Verb: "get-page-ranges", Effect: engine.Reads, Did: "read its page ranges",
			Method: "GET", Object: "blob",
			Summary: "List which pages of a page blob hold something.", OK: []int{200, 304},
			Group: engine.GroupRead, Op: GetPageRanges{}, Source: onPage("Get Page Ranges")}, []*engine.Rule{badRange},
			outOfRange, noPrevious),
	}
}

func copyOps() []engine.OpSpec {
	copying := slices.Concat([]*engine.Rule{badTier}, metadataRules, tagRules, []*engine.Rule{badTagOption, tagsTwice,
		badSourceMD5})
	return []engine.OpSpec{
		onBlob(engine.OpSpec{Verb: "copy-blob", Effect: engine.Copies, Did: "copied over it",
			Method: "COPY", Object: "blob",
			Summary: "Make a blob the copy of another, at once or as work that goes on.", OK: []int{202},
			Group: engine.GroupWrite, Op: Copy{}, Source: onPage("Copy Blob").Assuming(
				"a copy of a blob onto itself is done at once; the tier stays, a sealed blob's copy is sealed")},
			copying, otherSourceMD5, copySourceChanged, copySourceGone),
		onBlob(engine.OpSpec{Verb: "copy-blob-from-url", Effect: engine.Copies, Did: "copied over it",
			Method: "COPY", Object: "blob",
			Summary: "Make a blob the copy of another, and answer when that is done.",
			OK:      []int{202}, Group: engine.GroupWrite, Op: CopyFromURL{}, Source: onPage("Copy Blob From URL")},
			copying, otherSourceMD5),
		onBlob(engine.OpSpec{Verb: "abort-copy-blob", Effect: engine.Aborts, Did: "aborted the copy to it",
			Method: "ABORT", Object: "blob",
			Summary: "End a copy that is under way; the destination is left empty.",
			OK:      []int{204}, Group: engine.GroupWrite, Op: AbortCopy{},
			Source: onPage("Abort Copy Blob").Assuming(
				"whether the destination gets a new ETag is not written down; adopted: it does")},
			[]*engine.Rule{badCopyID}, noPendingCopy, otherCopy),
	}
}
