package blob

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
)

// The limits of names and sets, in characters where nothing else is said.
//
// Source: rules.md, "Limits and input rules".
const (
	containerNameLeast  = 3
	containerNameMost   = 63
	blobNameMost        = 1024
	blobSegmentsMost    = 254
	metadataMost        = 8 << 10 // bytes
	tagsMost            = 10
	tagNameMost         = 128
	tagValueMost        = 256
	policiesMost        = 5
	pageMost            = 5000
	freeAfter           = 30 * time.Second // a removed container's name
	policySettles       = 30 * time.Second
	rootContainer       = "$root"
	siteContainer       = "$web"
	logContainer        = "$logs"
	standardContentType = "application/octet-stream"
)

// checkContainerName is the rule that a container's name breaks.
func checkContainerName(name string) *engine.Rule {
	// the service makes that of logs itself
	if name == rootContainer || name == siteContainer || name == logContainer {
		return nil
	}
	if n := utf8.RuneCountInString(name); n < containerNameLeast || n > containerNameMost {
		return containerNameLength
	}
	if !engine.Dashed(name) {
		return containerNameLetters
	}
	return nil
}

// checkBlobName is the rule that a blob's name breaks.
func checkBlobName(name string) *engine.Rule {
	if n := utf8.RuneCountInString(name); n < 1 || n > blobNameMost || strings.Count(name, "/") >= blobSegmentsMost {
		return blobNameLength
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return blobNameLetters
	}
	return nil
}

// checkMetadata says what is wrong with metadata: names are identifiers, matched without case.
func checkMetadata(pairs []engine.Pair) *engine.Cause {
	for _, p := range pairs {
		if strings.TrimSpace(p.Name) == "" {
			return &engine.Cause{Rule: emptyKey}
		}
	}
	if _, wrong := engine.WrongName(pairs); wrong {
		return &engine.Cause{Rule: badMetadata}
	}
	size := 0
	for _, p := range pairs {
		size += len(p.Name) + len(p.Text)
	}
	if size > metadataMost {
		return &engine.Cause{Rule: bigMetadata}
	}
	return nil
}

// checkTags says what is wrong with tags.
func checkTags(tags []engine.Pair) *engine.Cause {
	if len(tags) > tagsMost {
		return &engine.Cause{Rule: bigTags}
	}
	for _, t := range tags {
		if utf8.RuneCountInString(t.Name) > tagNameMost || utf8.RuneCountInString(t.Text) > tagValueMost {
			return &engine.Cause{Rule: bigTags}
		}
	}
	for _, t := range tags {
		if strings.TrimSpace(t.Name) == "" {
			return &engine.Cause{Rule: emptyTag}
		}
	}
	for _, t := range tags {
		if strings.ContainsFunc(t.Name+t.Text, notInTag) {
			return &engine.Cause{Rule: badTag}
		}
	}
	for i, t := range tags {
		if slices.ContainsFunc(tags[:i], func(o engine.Pair) bool { return o.Name == t.Name }) {
			return &engine.Cause{Rule: doubleTag}
		}
	}
	return nil
}

func notInTag(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" +-./:=_", r)
}

// sorted is a set of pairs by name, so that equal sets are equal records.
func sorted(pairs []engine.Pair) []engine.Pair {
	if len(pairs) == 0 {
		return nil
	}
	list := slices.Clone(pairs)
	slices.SortFunc(list, func(a, b engine.Pair) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// isStamp says whether a text can be a snapshot's id.
func isStamp(id string) bool {
	_, err := time.Parse("2006-01-02T15:04:05.0000000Z", id)
	return err == nil && len(id) == len("2006-01-02T15:04:05.0000000Z")
}
