package bucket

import (
	"slices"
	"strings"
	"unicode"

	"interleave/engine"
)

// How many tags there may be, and how long they are, in units of UTF-16.
//
// Source: Amazon S3 User Guide, "Categorizing your objects using tags"; Amazon S3 control API, "Tag".
const (
	objectTagsMost = 10
	bucketTagsMost = 50
	tagKeyMost     = 128
	tagValueMost   = 256
)

// checkTags is what the service says of the tags of an object that stand in a document.
//
// Source: rules.md, "Tags".
func checkTags(tags []engine.Pair) *refusal {
	for i, t := range tags {
		if no := checkTag(t, tags[:i], "Your TagKey cannot be prefixed with aws:"); no != nil {
			return no
		}
	}
	return checkTagCount(tags)
}

// checkTagHeader is what the service says of tags that stand in the header of a write.
//
// Source: rules.md, "Tags".
func checkTagHeader(tags []engine.Pair) *refusal {
	for i, t := range tags {
		if hasTag(tags[:i], t.Name) || strings.ContainsFunc(t.Name+t.Text, notInTag) {
			said := tagHeader(tags)
			return refuse(badTagHeader, engine.Text(said), text("argument-name", "x-amz-tagging"),
				text("argument-value", said))
		}
	}
	for _, t := range tags {
		if no := checkTag(t, nil, "Your TagKey cannot be prefixed with aws:"); no != nil {
			no.cause.Rule = assumedTag
			return no
		}
	}
	return checkTagCount(tags)
}

func tagHeader(tags []engine.Pair) string {
	words := make([]string, len(tags))
	for i, t := range tags {
		words[i] = t.Name + "=" + t.Text
	}
	return strings.Join(words, "&")
}

func checkTagCount(tags []engine.Pair) *refusal {
	if len(tags) > objectTagsMost {
		return refuse(manyTags, engine.Number(int64(len(tags))))
	}
	return nil
}

// checkTag is what the service says of one tag behind others. Reserved is its sentence for a key that is its own.
func checkTag(t engine.Pair, before []engine.Pair, reserved string) *refusal {
	key := text("tag-key", t.Name)
	wrong := func(message string, fields ...engine.Field) *refusal {
		return refuse(badTag, engine.Text(t.Name), append(fields, key, text("message", message))...)
	}
	switch {
	case hasTag(before, t.Name):
		return wrong("Cannot provide multiple Tags with the same key")
	case strings.HasPrefix(t.Name, "aws:"):
		return wrong(reserved)
	case strings.TrimSpace(t.Name) == "" || lengthOf(t.Name) > tagKeyMost || strings.ContainsFunc(t.Name, notInTag):
		return wrong("The TagKey you have provided is invalid")
	case lengthOf(t.Text) > tagValueMost || strings.ContainsFunc(t.Text, notInTag):
		return wrong("The TagValue you have provided is invalid", text("tag-value", t.Text))
	}
	return nil
}

func hasTag(tags []engine.Pair, key string) bool {
	return slices.ContainsFunc(tags, func(t engine.Pair) bool { return t.Name == key })
}

// lengthOf is the length of a text in units of UTF-16.
func lengthOf(s string) (n int) {
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// notInTag says whether a character may not stand in a tag.
//
// Source: Amazon S3 control API, "Tag": ^([\p{L}\p{Z}\p{N}_.:/=+\-@]*)$.
func notInTag(r rune) bool {
	return !unicode.In(r, unicode.L, unicode.Z, unicode.N) && !strings.ContainsRune("_.:/=+-@", r)
}
