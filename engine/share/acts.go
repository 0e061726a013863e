package share

import "interleave/engine"

// acts are what people mean by a key here.
func acts() map[string]engine.Acts {
	return map[string]engine.Acts{
		"file": engine.Acts{engine.ToRead: {"get-file"}, engine.ToWrite: {"put-range"},
			engine.ToDelete: {"delete-file"}}.Lease("file", false),
		"handle": {engine.ToRead: {"smb-read"}, engine.ToWrite: {"smb-write"},
			engine.ToDelete: {"smb-set-disposition"}},
		"directory": {engine.ToRead: {"list-directories-and-files"}, engine.ToDelete: {"delete-directory"}},
		"share":     engine.Acts{engine.ToDelete: {"delete-share"}}.Lease("share", true),
	}
}

// losses are what is to be done where a handle is closed.
func losses() map[string]engine.Loss {
	return map[string]engine.Loss{"handle": {
		Closed: "The handle is closed. Open the file again and look what is in it before writing.",
	}}
}
