package share

import (
	"slices"

	"interleave/engine"
	"interleave/engine/lease"
)

// allBytes is more than any file has.
const allBytes = "1048576"

// longestLease is the longest lease of a share that ends by itself, in seconds.
const longestLease = "60"

// guardings: a file's lease never ends by itself; over SMB an open or a lock on bytes guards. A share's lease stops its
// removal, with all that lies in it.
func guardings() []engine.Guarding {
	verb := func(name string) func(*engine.OpSpec, engine.Send) bool {
		return func(spec *engine.OpSpec, _ engine.Send) bool { return spec.Verb == name }
	}
	return []engine.Guarding{
		lease.Finite("share"),
		{ID: "lease", Title: "lease",
			Say: "Who writes a file by its path takes a lease before it reads and gives it back after it has " +
				"written. Through a handle there is no lease to name.",
			Fits: func(spec *engine.OpSpec, _ engine.Send) bool {
				return spec.Object == "file" && spec.Changes() && spec.Takes("lease")
			},
			Lock: &engine.Locking{Object: "file", Acquire: "acquire-file-lease", Release: "release-file-lease",
				Named: true, AcquireArgs: engine.Args("duration", "-1")}},
		{ID: "share-lease", Title: "share lease",
			Say: "Every writer takes a lease of the share before it reads anything of it and gives it back after it " +
				"has written: nobody deletes it meanwhile.",
			Fits: verb("delete-share"),
			Lock: &engine.Locking{Object: "share", Within: []string{"file", "directory"},
				Acquire: "acquire-share-lease", Release: "release-share-lease", Named: true,
				AcquireArgs: engine.Args("duration", longestLease)}},
		{ID: "create-only", Title: "create only",
			Say: "Who renames a file or opens it to overwrite it asks that nothing have the name: without replace, " +
				"or with the disposition CREATE. A request that creates by its path asks for nothing.",
			Fits: func(spec *engine.OpSpec, s engine.Send) bool { return goesOver(spec, s) },
			Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
				return leavesThere(spec, s)
			}, Instead: "if-none-match"},
		{ID: "share-none", Title: "shared with nobody", Say: "Every open shares the file with nobody.",
			Fits: verb("smb-create"),
			Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
				if spec.Effect == engine.Opens {
					s.Args = engine.With(s.Args, "share", engine.Text("none"))
				}
				return s, ""
			}},
		{ID: "byte-lock", Title: "byte-range lock",
			Say: "Who writes through a handle locks the bytes before it reads and unlocks them after it has " +
				"written. A request that names the file by its path takes no such lock.",
			Fits: verb("smb-write"),
			Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
				if spec.Object == "file" && spec.Changes() { // a request that names the path has no handle to lock by
					return s, engine.NoSuchGuard
				}
				return s, ""
			},
			Lock: &engine.Locking{Object: "handle", Acquire: "smb-lock", Release: "smb-unlock",
				AcquireArgs: engine.Args("offset", "0", "length", allBytes, "fail-immediately", "true"),
				ReleaseArgs: engine.Args("offset", "0", "length", allBytes)}},
	}
}

// unguarded lets an open share with everybody.
func unguarded(spec *engine.OpSpec, s engine.Send) (engine.Send, bool) {
	if spec.Effect == engine.Opens {
		s.Args = engine.With(s.Args, "share", engine.Text("RWD"))
	}
	return s, false
}

// goesOver says whether a request takes a name whatever has it.
func goesOver(spec *engine.OpSpec, s engine.Send) bool {
	if spec.Effect == engine.Renames {
		return engine.ValueOf(s.Args, "replace").String() == "true"
	}
	word := engine.ValueOf(s.Args, "disposition").String()
	return spec.Effect == engine.Opens && (word == "OVERWRITE_IF" || word == "SUPERSEDE")
}

// leavesThere is the request that is refused where something has the name.
func leavesThere(spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	switch {
	case goesOver(spec, s) && spec.Effect == engine.Renames:
		s.Args = slices.DeleteFunc(slices.Clone(s.Args), func(a engine.Arg) bool { return a.Name == "replace" })
	case goesOver(spec, s):
		s.Args = engine.With(s.Args, "disposition", engine.Text("CREATE"))
	case spec.Effect == engine.Creates:
		return s, engine.NoSuchGuard
	}
	return s, ""
}
