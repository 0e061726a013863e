package wire

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// fields are how a parameter of an open stands in its frame, by name; those of the other commands follow below.
//
// Source: [MS-SMB2] 2.2.13 (CREATE), 2.2.15 (CLOSE), 2.2.17 (FLUSH), 2.2.19 (READ), 2.2.21 (WRITE), 2.2.26 (LOCK),
// 2.2.39 (SET_INFO); share/rules.md, "SMB opens".
var frames = map[string]struct {
	command string
	fixed   []Header
	fields  string
}{
	"smb-create": {command: "CREATE",
		fields: "path=FileName access=DesiredAccess share=ShareAccess disposition=CreateDisposition " +
			"delete-on-close=CreateOptions oplock=LeaseState directory=CreateOptions"},
	"smb-close": {command: "CLOSE", fields: "handle=FileId"},
	"smb-read":  {command: "READ", fields: "handle=FileId offset=Offset length=Length"},
	"smb-write": {command: "WRITE", fields: "handle=FileId body=Buffer offset=Offset through=Flags"},
	"smb-flush": {command: "FLUSH", fields: "handle=FileId"},
	"smb-lock": {command: "LOCK",
		fields: "handle=FileId offset=Offset length=Length kind=Flags fail-immediately=Flags"},
	"smb-unlock": {command: "LOCK", fixed: []Header{{"Flags", "SMB2_LOCKFLAG_UNLOCK"}},
		fields: "handle=FileId offset=Offset length=Length"},
	"smb-set-disposition": {command: "SET_INFO",
		fixed:  []Header{{"InfoType", "SMB2_0_INFO_FILE"}, {"FileInfoClass", "FileDispositionInformation"}},
		fields: "handle=FileId delete=DeletePending"},
}

// flags are the names of values, by field and by what was asked for.
var flags = map[string]string{
	"DesiredAccess R": "FILE_READ_DATA", "DesiredAccess W": "FILE_WRITE_DATA", "DesiredAccess D": "DELETE",
	"ShareAccess R": "FILE_SHARE_READ", "ShareAccess W": "FILE_SHARE_WRITE", "ShareAccess D": "FILE_SHARE_DELETE",
	"LeaseState R": "SMB2_LEASE_READ_CACHING", "LeaseState W": "SMB2_LEASE_WRITE_CACHING",
	"LeaseState H":    "SMB2_LEASE_HANDLE_CACHING",
	"delete-on-close": "FILE_DELETE_ON_CLOSE", "directory": "FILE_DIRECTORY_FILE",
	"through": "SMB2_WRITEFLAG_WRITE_THROUGH",
	"shared":  "SMB2_LOCKFLAG_SHARED_LOCK", "exclusive": "SMB2_LOCKFLAG_EXCLUSIVE_LOCK",
	"fail-immediately": "SMB2_LOCKFLAG_FAIL_IMMEDIATELY",
}

// unsaidInFrames is what no frame says.
var unsaidInFrames = map[string]string{
	"kept": "the client keeps the handle without telling", "cached": "what stays in the client's cache does not travel",
	"size": "a client counts the entries",
}

// frame is a request of SMB.
func frame(spec *engine.OpSpec, args []engine.Arg, x Context) Raw {
	f := frames[spec.Verb]
	raw := Raw{Kind: SMB, Method: f.command, Target: spec.Target(args), Headers: append([]Header(nil), f.fixed...)}
	for _, a := range args {
		name := lookup(placesIn(f.fields), places{}, a.Name)
		raw.field(name, flagged(name, a), a.Name)
	}
	if spec.Verb == "smb-lock" && engine.ValueOf(args, "kind").String() == "" {
		raw.field("Flags", flags["exclusive"], "")
	}
	if spec.Verb == "smb-create" {
		raw.defaults()
	}
	raw.frameLines("SMB2 " + f.command + " request")
	if why := x.Answer.Why; why != nil {
		raw.decideFrame(why)
	}
	return raw
}

// defaults are what an open says where it was told nothing: no data access, sharing nothing.
func (r *Raw) defaults() {
	for _, d := range []Header{{"DesiredAccess", "FILE_READ_ATTRIBUTES"}, {"ShareAccess", "0 (nobody else)"},
		{"CreateDisposition", "FILE_OPEN"}} {
		if r.Header(d.Name) == "" {
			r.Headers = append(r.Headers, d)
		}
	}
}

// field puts a value into the frame, or another flag behind the flags that are there.
func (r *Raw) field(name, value, param string) {
	if value == "" || name == "" {
		return
	}
	for i, h := range r.Headers {
		if h.Name == name && (name == "Flags" || name == "CreateOptions") {
			r.Headers[i].Value += " | " + value
			return
		}
	}
	r.Headers = append(r.Headers, Header{name, value})
	if param == "body" {
		r.Body = value
	}
}

// flagged is an argument as its field has it.
func flagged(name string, a engine.Arg) string {
	text := a.Value.String()
	switch {
	case name == "DesiredAccess" || name == "ShareAccess" || name == "LeaseState":
		var words []string
		for _, letter := range strings.ToUpper(text) {
			if word := flags[name+" "+string(letter)]; word != "" && !strings.EqualFold(text, "none") {
				words = append(words, word)
			}
		}
		return strings.Join(words, " | ")
	case name == "CreateDisposition":
		return "FILE_" + text
	case name == "Flags" || name == "CreateOptions":
		if a.Name == "kind" {
			return flags[text]
		}
		if text == "true" {
			return flags[a.Name]
		}
		return ""
	case name == "DeletePending":
		return map[string]string{"true": "1", "false": "0"}[text]
	}
	return text
}

func (r *Raw) frameLines(first string) {
	r.Lines = []Line{{Text: first}}
	for _, h := range r.Headers {
		r.Lines = append(r.Lines, Line{Text: h.Name + ": " + oneLine(h.Value), Name: h.Name})
	}
}

// decideFrame marks the fields that a refused open or lock was refused for.
func (r *Raw) decideFrame(why *engine.Cause) {
	about := map[string]string{
		"STATUS_SHARING_VIOLATION": "DesiredAccess ShareAccess", "STATUS_OBJECT_NAME_COLLISION": "CreateDisposition",
		"STATUS_OBJECT_NAME_NOT_FOUND": "FileName", "STATUS_DELETE_PENDING": "FileName", "STATUS_FILE_CLOSED": "FileId",
		"STATUS_LOCK_NOT_GRANTED": "Offset Length Flags", "STATUS_FILE_LOCK_CONFLICT": "Offset Length",
	}[why.Rule.Fault.Code]
	found := false
	for i := range r.Lines {
		if i > 0 && strings.Contains(" "+about+" ", " "+r.Lines[i].Name+" ") {
			r.Lines[i].Deciding, found = true, true
		}
	}
	if !found {
		r.Lines[0].Deciding = true
	}
}

// framed is an answer of SMB: its status with its name, and what it gives.
func framed(spec *engine.OpSpec, a engine.Answer) Raw {
	f := frames[spec.Verb]
	raw := Raw{Kind: SMB, Method: f.command, Status: a.Status, Reason: a.Named()}
	raw.Headers = []Header{{"Status", fmt.Sprintf("0x%08X %s", uint32(a.Status), a.Named())}}
	for _, field := range a.Fields {
		name := map[string]string{"handle": "FileId", "oplock": "LeaseState", "action": "CreateAction",
			"body": "Buffer"}[field.Name]
		switch {
		case field.Name == "action":
			raw.field(name, "FILE_"+strings.ToUpper(field.Value.String()), "")
		case name != "":
			raw.field(name, flagged(name, engine.Arg(field)), field.Name)
		}
	}
	raw.frameLines("SMB2 " + f.command + " response")
	raw.Lines[1].Deciding = true
	return raw
}
