package share_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/share"

	"pgregory.net/rapid"
)

// pools are what random histories put into parameters: mostly what fits, sometimes what does not. `$h` and `$l` stand
// for what an earlier answer to the sender said.
var pools = map[string][]string{
	"property.": {"-", "1"}, "account": {"devstore"},
	"path": {"s/f", "s/f", "s/f", "s/f", "s/d/g", "s/d", "s/x"}, "share:": {"s"}, "size": {"-", "0", "10", "10", "20"},
	"access": {"R", "W", "RW", "RW", "D", "RWD", "none"}, "share": {"RWD", "RWD", "RW", "R", "none", "WD"},
	"disposition":     {"-", "-", "-", "CREATE", "OPEN_IF", "OVERWRITE", "OVERWRITE_IF", "SUPERSEDE"},
	"delete-on-close": {"-", "-", "-", "true"},
	"oplock":          {"-", "RWH", "RWH", "RH", "RW", "R"}, "directory": {"-", "-", "-", "true"},
	"handle": {"$h", "$h", "$h", "$h", "*"},
	"body":   {"AAA", "B", "CCCCC"}, "offset": {"-", "0", "2", "5", "8"}, "length": {"-", "1", "3", "10"},
	"kind":             {"-", "shared"},
	"fail-immediately": {"-", "true"}, "delete": {"true", "true", "false"}, "through": {"-", "-", "true"},
	"range": {"-", "0-2", "2-2", "5-9", "3-7"},
	"write": {"-", "-", "-", "clear"}, "lease": {"-", "-", "$l", "guid:A"}, "id": {"-", "guid:A", "guid:B"},
	"duration":       {"-1", "-1", "15"},
	"attributes":     {"-", "-", "-", "None", "ReadOnly"},
	"permission":     {"-", "-", "inherit", "preserve", "O:BAG:SYD:", "none"},
	"permission-key": {"-", "-", "-", "0*0"}, "source": {"s/f", "s/d/g"}, "meta.": {"-", "1"},
	"timeout": {"-", "-", "5"}, "replace": {"-", "true"}, "ignore-readonly": {"-", "true"},
	"snapshots": {"-", "include"}, "period": {"-", "0", "5"}, "quota": {"-", "10", "20"},
}

var verbs = strings.Fields(
	"smb-create smb-create smb-create smb-create smb-create smb-create smb-close smb-close smb-read smb-read " +
		"smb-write smb-write " +
		"smb-write smb-write smb-write smb-flush smb-lock smb-lock smb-unlock smb-set-disposition create-file " +
		"get-file get-file get-file-properties " +
		"set-file-properties set-file-metadata put-range put-range put-range list-ranges copy-file delete-file " +
		"delete-file list-handles force-close-handles " +
		"acquire-file-lease acquire-file-lease change-file-lease release-file-lease break-file-lease " +
		"create-directory delete-directory " +
		"list-directories-and-files rename-file rename-directory get-directory-properties set-directory-metadata " +
		"create-permission get-permission set-directory-properties " +
		"get-share-properties set-share-metadata get-share-stats list-shares create-share snapshot-share " +
		"delete-share acquire-share-lease renew-share-lease break-share-lease release-share-lease")

// history is one random run.
type history struct {
	*enginetest.History
	heard map[string][]engine.Value // handles and leases by writer
}

func (h *history) input(t *rapid.T) engine.Input {
	w := h.World
	var moving []*engine.Message
	for _, m := range w.Flight() {
		if m.Back || m.State == engine.Travelling {
			moving = append(moving, m)
		}
	}
	if len(moving) > 0 {
		return w.Onward(moving[rapid.IntRange(0, len(moving)-1).Draw(t, "message")])
	}
	by := rapid.SampledFrom([]string{"ann", "ben", "cy"}).Draw(t, "by")
	switch rapid.IntRange(0, 12).Draw(t, "what") {
	case 0:
		return engine.Clock{By: time.Duration(rapid.IntRange(1, 40).Draw(t, "seconds")) * time.Second}
	case 1:
		return engine.Set{Scope: by, Key: "responsive",
			Value: rapid.SampledFrom([]string{"on", "off"}).Draw(t, "answers")}
	}
	spec := w.Spec(rapid.SampledFrom(verbs).Draw(t, "verb"))
	in := engine.Send{By: by, Verb: spec.Verb, As: fmt.Sprintf("q%d", len(h.Inputs))}
	for i, p := range spec.Params() {
		key := strings.TrimSuffix(p.Name, "*")
		if key == "share" && i == 0 {
			key = "share:"
		}
		if pools[key] == nil {
			continue
		}
		v := engine.Text(rapid.SampledFrom(pools[key]).Draw(t, p.Name))
		switch v.String() {
		case "-":
			continue
		case "$h", "$l":
			list := h.heard[by+v.String()]
			if len(list) == 0 {
				continue
			}
			v = list[rapid.IntRange(max(0, len(list)-3), len(list)-1).Draw(t, "which")]
		}
		in.Args = append(in.Args, engine.Arg{Name: strings.ReplaceAll(p.Name, "*", "a"), Value: v})
	}
	return in
}

// note keeps what an answer gave.
func (h *history) note(w *engine.World, e engine.Event) {
	if e.Kind != engine.Decided || e.Request == 0 {
		return
	}
	for field, kind := range map[string]string{"handle": "$h", "lease": "$l"} {
		if v := e.Answer.Field(field); !v.IsZero() {
			key := w.Exchange(e.Request).By + kind
			h.heard[key] = append(h.heard[key], v)
		}
	}
}

// begun are the inputs that every history begins with.
func begun() (list []engine.Input) {
	for n, line := range []string{"create-share share=s", "create-directory path=s/d", "create-file path=s/f size=10"} {
		words, name := strings.Split(line, " "), []string{fmt.Sprint("b", n)}
		list = append(list, engine.Send{By: engine.Seed, Verb: words[0], As: name[0],
			Args: enginetest.Arguments(words[1:])},
			engine.Deliver{Names: name}, engine.ReceiveAnswer{Names: name})
	}
	return append(list, engine.Set{Scope: "share", Key: "session", Value: "60"})
}

// Promises over random histories: a replay gives the same world, undo gives back each one before, a clone is
// independent, refusals name earlier events and listed rules, and the promises of rules.md hold.
func TestPromisesOverRandomHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &history{enginetest.Start(t, service, "ann", "ben", "cy"), map[string][]engine.Value{}}
		h.Together = true // a close lets what waits be judged
		give := func(in engine.Input) {
			for _, e := range h.Give(in) {
				h.note(h.World, e)
				promises(h, e)
			}
		}
		for _, in := range begun() {
			give(in)
		}
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			give(h.input(t))
		}
		h.End()
	})
}

// promises: SMB refuses with an NTSTATUS and FileREST with a status of HTTP; FileREST leaves no mark, unless it closes
// a handle that was opened to do so; the bytes of a file change only with a new ETag, and a lease call changes none.
func promises(h *history, e engine.Event) {
	if e.Kind != engine.Decided {
		return
	}
	w := h.World
	spec := w.Spec(w.Exchange(e.Request).Verb)
	smb := strings.HasPrefix(spec.Verb, "smb-")
	if !e.Answer.Accepted() && smb != engine.IsNTStatus(e.Answer.Status) {
		h.Fail("%s answers %s", spec.Verb, e.Answer)
	}
	for object, records := range e.Touched(w) {
		kind := object.Kind
		if kind != "file" {
			continue
		}
		was, is := fieldsOf(records[0]), fieldsOf(records[1])
		if !smb && spec.Verb != "force-close-handles" && is["delete-pending"] == "true" &&
			was["delete-pending"] != "true" {
			h.Fail("%s leaves %s pending", spec.Verb, object)
		}
		if was["body"] != is["body"] && was["etag"] == is["etag"] {
			h.Fail("%s: %s has other bytes and the same ETag\n%v\n%v", spec.Verb, object, was, is)
		}
		if strings.Contains(spec.Verb, "-lease") && was["etag"] != is["etag"] && was["body"] == is["body"] {
			h.Fail("%s changes the ETag of %s", spec.Verb, object)
		}
	}
}

func fieldsOf(r engine.Record) map[string]string {
	all := map[string]string{}
	for _, p := range engine.Properties(r) {
		all[p.Name] = p.Text
	}
	return all
}

// No text in any parameter is more than the service can answer.
func TestNoTextPanics(t *testing.T) {
	enginetest.Oddities{Service: share.Service, Named: map[string]string{"path": "s/f", "share": "s"}, Handed: "handle",
		Start: append(begun(), enginetest.Made("ann", "smb-create", "path", "s/f", "access", "RWD", "oplock",
			"RWH")...),
		Words: []string{"", "*", "s", "s/f", "s/d", "/", "1", "-1", "0-1", "5-", "-5", "guid:", "RW",
			"9223372036854775807"},
	}.Hold(t)
}
