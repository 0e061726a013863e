package blob

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/lease"
)

// longestLease is the longest lease that ends by itself, in seconds.
const longestLease = "60"

// atPosition: what is appended again is refused where the first try has landed.
//
// Source: Azure REST, "Append Block", x-ms-blob-condition-appendpos.
var atPosition = engine.Guarding{ID: "appendpos", Title: "append position",
	Say:  "Every append says how long the blob was when its writer heard last of it.",
	Fits: appends,
	Carries: func(_ *engine.OpSpec, s engine.Send) bool {
		return slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Name == "appendpos" })
	},
	Guard: func(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
		switch size, blob := heard.Shown(spec.About(s.Args), "size"), spec.About(s.Args); {
		case !spec.Changes():
			return s, ""
		case !appends(spec, s):
			return s, engine.NoSuchGuard
		case size.IsZero():
			return s, engine.Unheard(heard, blob, "length")
		default:
			s.Args = engine.With(s.Args, "appendpos", size)
			return s, ""
		}
	}}

// onTags is beside the conditions on a version, which say nothing of tags.
//
// Source: rules.md, "What changes ETag and Last-Modified" (tags change without it) and x-ms-if-tags.
var onTags = engine.Guarding{ID: "if-tags", Title: "If-Tags", Keeps: true,
	Say: "Every write and every removal asks for the tags that its writer was shown last.",
	Fits: func(spec *engine.OpSpec, s engine.Send) bool {
		return slices.ContainsFunc(s.Args, func(a engine.Arg) bool {
			return a.Name == "if-tags" || strings.HasPrefix(a.Name, "tag.") || listsTags(a)
		}) || slices.Contains(readingTags[:], spec.Verb)
	},
	Guard: func(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
		switch {
		case !spec.Changes() || !spec.Takes("if-tags") || !engine.ValueOf(s.Args, "if-tags").IsZero():
			return s, ""
		case heard.Tags(spec.About(s.Args)).IsZero():
			return s, "No tags were shown before %s, so it goes without."
		}
		s.Args = engine.With(s.Args, "if-tags", heard.Tags(spec.About(s.Args)))
		return s, ""
	}}

// listsTags says whether an argument asks a listing for the tags too.
func listsTags(a engine.Arg) bool {
	return a.Name == "include" && strings.Contains(a.Value.String(), "tags")
}

// readingTags are the operations that show tags.
var readingTags = [...]string{"get-blob-tags", "find-blobs-by-tags", "find-blobs-in-container"}

// appends says whether an operation takes the position at which it appends.
func appends(spec *engine.OpSpec, _ engine.Send) bool { return spec.Takes("appendpos") }

func guardings() []engine.Guarding {
	return []engine.Guarding{lease.Finite("blob", "container"), atPosition, onTags, {ID: "lease", Title: "lease",
		Say: "Every writer takes a lease before it reads and gives it back after it has written.",
		Fits: func(spec *engine.OpSpec, _ engine.Send) bool {
			return spec.Object == "blob" && spec.Changes() && spec.Takes("lease")
		},
		Lock: &engine.Locking{Object: "blob", Acquire: "acquire-blob-lease", Release: "release-blob-lease", Named: true,
			AcquireArgs: engine.Args("duration", longestLease), Endless: endlessOnly[:],
			EndlessArgs: engine.Args("duration", "-1")}}, ofContainer}
}

// endlessOnly are the operations that go to a leased blob under a lease without an end alone.
//
// Source: rules.md, Copy Blob in the table of conditions; Azure REST, "Copy Blob", InfiniteLeaseDurationRequired.
var endlessOnly = [...]string{"copy-blob", "copy-blob-from-url"}

// ofContainer: what a container's lease stops is its removal, with all that lies in it; what is done within it keeps to
// the lease by agreement alone.
//
// Source: rules.md, "Using a container while leased" and "Fate of a blob lease", exclusive write, shared read.
var ofContainer = engine.Guarding{ID: "container-lease", Title: "container lease",
	Say: "Every writer takes a lease of the container before it reads anything of it and gives it back after it has " +
		"written: nobody deletes it meanwhile.",
	Fits: func(spec *engine.OpSpec, _ engine.Send) bool {
		return spec.Object == "container" && spec.Effect == engine.Deletes
	},
	Lock: &engine.Locking{Object: "container", Within: []string{"blob"}, Acquire: "acquire-container-lease",
		Release: "release-container-lease", Named: true, AcquireArgs: engine.Args("duration", longestLease)}}
