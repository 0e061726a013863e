package scenario_test

import (
	"interleave/engine"
)

// The service of these tests keeps notes with an ETag each. A note can be locked, and what is put to a locked note
// waits.

var (
	staleNote = &engine.Rule{Name: "If-Match", Kind: "stale-write",
		Fault: engine.Fault{Status: 412, Code: "ConditionNotMet", Message: "The version moved."}}
	noNote = &engine.Rule{Name: "note", Fault: engine.Fault{Status: 404, Code: "NoteNotFound",
		Message: "There is no such note."}}
	locked  = &engine.Rule{Name: "lock", Fault: engine.Fault{Status: 409, Code: "Locked", Message: "It is locked."}}
	badWord = &engine.Rule{Name: "command",
		Fault: engine.Fault{Status: 400, Code: "ERR", Message: "ERR syntax error"}}
)

type note struct {
	etag engine.Token
	body string
	lock string
	mark engine.Mark
}

func (n *note) Walk(v engine.Visitor) {
	v.Token("etag", &n.etag)
	v.Text("body", &n.body)
	v.Under("lock")
	v.Text("state", &n.lock)
	v.Up()
	v.Mark("changed", &n.mark)
}

type notes struct{ t engine.Table[*note] }

func (s *notes) Tables() []engine.Tabled { return []engine.Tabled{s.t} }
func (s *notes) Fork() engine.State      { return &notes{s.t.Fork()} }

type putNote struct {
	Path  string                   `op:"path"`
	Body  string                   `op:"body,content"`
	Match engine.Opt[engine.Token] `op:"if-match,guard=etag,version"`
}

func (p putNote) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*notes)
	old := s.t.Get(p.Path)
	next := note{body: p.Body, mark: tx.Mark(), etag: tx.Mint(engine.ETag), lock: "open"}
	part := engine.Part{Object: engine.ObjectID{Kind: "note", Name: p.Path}, Name: "body", Gone: true}
	if old != nil {
		if old.lock == "shut" {
			return tx.Wait(&engine.Cause{Rule: locked, Since: old.mark}, 0)
		}
		part = engine.Part{Object: part.Object, Name: "body", Mark: old.mark}
	}
	if p.Match.Set {
		want := engine.TokenAs(engine.ETag, p.Match)
		if old == nil {
			return tx.Refuse(&engine.Cause{Rule: staleNote, Want: want.Value()})
		}
		if want != old.etag {
			return tx.Refuse(&engine.Cause{Rule: staleNote, Want: want.Value(), Have: old.etag.Value(),
				Since: old.mark})
		}
		tx.Compare("body")
	}
	tx.Change(engine.Change{Part: part})
	s.t.Put(tx, p.Path, &next)
	return tx.Done(201, engine.Field{Name: "etag", Value: next.etag.Value()})
}

type getNote struct {
	Path string `op:"path"`
}

func (g getNote) Apply(tx *engine.Tx) engine.Answer {
	old := tx.State().(*notes).t.Get(g.Path)
	if old == nil {
		tx.Show(engine.Part{Object: engine.ObjectID{Kind: "note", Name: g.Path}, Name: "body", Gone: true})
		return tx.Refuse(&engine.Cause{Rule: noNote})
	}
	tx.Show(engine.Part{Object: engine.ObjectID{Kind: "note", Name: g.Path}, Name: "body", Mark: old.mark})
	return tx.Done(200, engine.Field{Name: "etag", Value: old.etag.Value()},
		engine.Field{Name: "body", Value: engine.Text(old.body)})
}

type lockNote struct {
	Path string `op:"path"`
	To   string `op:"to,one=shut|open"`
}

func (l lockNote) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*notes)
	old := s.t.Get(l.Path)
	if old == nil {
		return tx.Refuse(&engine.Cause{Rule: noNote})
	}
	next := *old
	next.lock = l.To
	s.t.Put(tx, l.Path, &next)
	return tx.Done(200)
}

type echoLine struct {
	Line engine.Value `op:"line"`
}

func (e echoLine) Apply(tx *engine.Tx) engine.Answer {
	words, _ := e.Line.List()
	switch len(words) {
	case 0:
		return tx.Refuse(&engine.Cause{Rule: badWord})
	case 1:
		return tx.Done(200, engine.Field{Name: "reply", Value: words[0]})
	}
	return tx.Done(200, engine.Field{Name: "reply", Value: e.Line})
}

// tiny is a world of notes.
func tiny() *engine.World {
	return engine.NewWorld(&engine.Service{Name: "note", Title: "Notes",
		New: func() engine.State { return &notes{engine.NewTable[*note]("note")} },
		Ops: []engine.OpSpec{
			{Verb: "put-note", Method: "PUT", Object: "note", Group: engine.GroupWrite, Op: putNote{}},
			{Verb: "get-note", Method: "GET", Object: "note", Group: engine.GroupRead, Op: getNote{}},
			{Verb: "lock-note", Method: "LOCK", Object: "note", Group: engine.GroupOther, Op: lockNote{}},
			{Verb: "ECHO", Method: "ECHO", Object: "line", Group: engine.GroupRead, Op: echoLine{}},
		},
		Faults:   []*engine.Rule{{Name: "busy", Fault: engine.Fault{Status: 503, Code: "ServerBusy"}}},
		Settings: []engine.Setting{{Name: "copy", Values: []string{"fast", "slow"}}},
	})
}
