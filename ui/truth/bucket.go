package truth

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

func bucketTitle(k *kindArea) []grid.Span {
	holds := say.Dim(say.Number(len(k.inside("object")), "object"))
	if k.Text("policy") == "" {
		return []grid.Span{holds, say.Dim("no policy")}
	}
	return []grid.Span{holds, say.Bold(themes.Text, "policy")}
}

// bucketLines are what a bucket keeps, its open uploads and its policy.
func bucketLines(k *kindArea) []pane.Line {
	if !k.Has("versioning") {
		return k.removedLines(k.Mark("removed"))
	}
	versions := pane.Line{Left: beside(k.label("Versions"), []grid.Span{say.Plain(k.Text("versioning"))}),
		Right: k.by(k.Mark("changed.versioning"))}
	if f, _, ok := act.Feature(k.view, k.truth.Desk.Writer(), k.object); ok {
		versions.Left = slices.Concat(versions.Left, []grid.Span{say.Plain("  ")},
			say.Key("g V", "switches "+f.Name+" on"))
		versions.Does = command.SwitchOn{}
	}
	lines := []pane.Line{versions}
	return parted(k.policyTried(k.object), lines, k.uploads(""), policyLines(k, k.Record))
}

// objectLines are what the service would answer each writer now, the uploads of the key, and the policy that it lies
// under.
func objectLines(k *kindArea) []pane.Line {
	bucket, policy := k.policed()
	groups := [][]pane.Line{k.wouldLines(), k.policyTried(bucket), k.uploads(k.name)}
	if !bucket.IsZero() {
		groups = append(groups, policyLines(k, policy))
	}
	return parted(groups...)
}

// underPolicy says whether a policy judges the key.
func underPolicy(k *kindArea) bool {
	_, r := k.policed()
	return r.Text("policy") != ""
}

// policed is what the key lies in that has a policy.
func (k *kindArea) policed() (object engine.ObjectID, r view.Record) {
	within := map[engine.ObjectID]engine.ObjectID{}
	for _, t := range k.objects() {
		within[t.Object] = t.Inside
	}
	for object = within[k.object]; !object.IsZero(); object = within[object] {
		if r = k.view.Properties(object); r.Has("policy") {
			return object, r
		}
	}
	return engine.ObjectID{}, nil
}

// policyLines are the text of a policy.
func policyLines(k *kindArea, r view.Record) []pane.Line {
	text, set := r.Text("policy"), r.Mark("changed.policy")
	if text == "" {
		return []pane.Line{{Left: beside(k.label("Policy"), []grid.Span{say.Dim("none")}), Right: k.by(set),
			Does: goTo(set)}}
	}
	lines := []pane.Line{{Left: []grid.Span{say.Bold(themes.Text, "Policy")}, Right: k.by(set), Does: goTo(set)}}
	for l := range strings.Lines(text) {
		lines = append(lines, pane.Line{Left: []grid.Span{say.Dim(strings.TrimRight(l, "\r\n"))}})
	}
	return lines
}

func roleLines(k *kindArea) []pane.Line { return policyLines(k, k.Record) }

// uploads are the uploads in parts that lie in the shown bucket, of one key or of all.
func (k *kindArea) uploads(of string) (lines []pane.Line) {
	for _, t := range k.objects() {
		if t.Kind != "upload" {
			continue
		}
		r := view.Record(k.view.Properties(t.Object))
		if of != "" && r.Text("key") != of || of == "" && t.Inside != k.object {
			continue
		}
		if len(lines) == 0 {
			lines = append(lines, heading("Uploads in parts"))
		}
		m := r.Mark("created")
		what := []grid.Span{say.Dim(say.ShortTag(r.Text("upload"))), say.Plain("  " + r.Text("status")),
			say.Dim(fmt.Sprintf("  parts %s", partList(r)))}
		if of == "" {
			what = append([]grid.Span{say.Plain(strings.TrimPrefix(r.Text("key"), k.name+"/") + "  ")}, what...)
		}
		lines = append(lines, pane.Line{Left: what, Right: k.by(m), Does: goTo(m)})
	}
	return lines
}

func partList(r view.Record) string {
	var list []string
	for _, g := range r.Groups("part.") {
		list = append(list, g.Name)
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " ")
}

func uploadTitle(k *kindArea) []grid.Span {
	if k.Has("ended") {
		return []grid.Span{say.Dim(k.Text("status"))}
	}
	return []grid.Span{say.Bold(themes.Behind, k.Text("status"))}
}

// uploadLines are the parts of an upload.
func uploadLines(k *kindArea) []pane.Line {
	m := k.Mark("created")
	lines := []pane.Line{{Left: beside(k.label("Key"), []grid.Span{say.Plain(k.Text("key"))})},
		{Left: beside(k.label("Begun"), k.by(m)),
			Right: []grid.Span{say.Dim("upload " + say.ShortTag(k.Text("upload")))},
			Does:  goTo(m)}}
	if k.Has("ended") {
		m := k.Mark("ended")
		lines = append(lines, pane.Line{Left: beside(k.label("Ended"), k.by(m)), Does: goTo(m)})
	}
	return parted(k.partLines(k.Groups("part.")), lines)
}

func (k *kindArea) partLines(parts []view.Group) []pane.Line {
	if len(parts) == 0 {
		return []pane.Line{note("There is no part yet.")}
	}
	lines := []pane.Line{{Left: beside(k.column(6, say.Dim("part")), k.column(8, say.Dim("tag")),
		k.column(8, say.Dim("size")),
		[]grid.Span{say.Dim("content")}), Right: []grid.Span{say.Dim("by")}}}
	for _, g := range parts {
		body, m := g.Text("body"), g.Mark("changed")
		lines = append(lines, pane.Line{Left: beside(k.column(6, say.Bold(themes.Text, g.Name)),
			k.column(8, say.Dim(say.ShortTag(g.Text("etag")))), k.column(8, say.Plain(bytesOf(len(body)))),
			[]grid.Span{say.Plain(say.Quoted(body))}), Right: k.by(m), Does: goTo(m)})
	}
	return lines
}

// tries are what the service would answer, asked once for each state of the world and of the policy that somebody
// drafts.
type tries struct {
	view   *view.View
	object engine.ObjectID
	rows   []triedRow

	drafted string // a policy
	under   []triedRow
}

type triedRow struct {
	id, title string
	says      [len(trials)]tried
}

// tried is an answer that was only asked for.
type tried struct {
	status  int
	refused bool
	silent  bool // a success that would harm
	waits   bool
	unasked bool // the writer does not know what to send
}

// ownGuard stands for the guard that the writer has chosen.
const ownGuard = "own"

// trials are the requests that are tried for each writer.
var trials = [...]struct {
	name  string
	fits  func(engine.OpSpec) bool
	guard string // of a write
}{
	{name: "read", fits: view.IsRead},
	{name: "write", fits: view.IsWrite, guard: "none"},
	{name: "If-Match", fits: view.IsWrite, guard: "if-match"},
	{name: "If-None-Match", fits: view.IsWrite, guard: "if-none-match"},
	{name: "delete", fits: view.IsDelete, guard: ownGuard},
}

// would asks the room what each writer would hear now.
func (k *kindArea) would() []triedRow {
	t := &k.truth.kind.tries
	if t.view == k.view && t.object == k.object {
		return t.rows
	}
	*t = tries{view: k.view, object: k.object, rows: k.tryAll(k.object)}
	return t.rows
}

// tryAll tries each request of each writer on an object, behind what comes before.
func (k *kindArea) tryAll(object engine.ObjectID, before ...engine.Input) (rows []triedRow) {
	on := *k
	on.object, on.name = object, view.NameOf(object)
	for _, w := range k.view.Writers() {
		row := triedRow{id: w.ID, title: w.Title}
		for i, trial := range trials {
			spec := view.Operation(k.view, view.KindOf(object), trial.fits)
			if spec == nil {
				row.says[i].unasked = true
				continue
			}
			known, guard := *k.view.Known(w.ID), trial.guard
			if guard == ownGuard {
				guard = known.Guard
			}
			row.says[i] = on.try(known, *spec, guard, before)
		}
		rows = append(rows, row)
	}
	return rows
}

// policyTried is what each writer would hear if the policy were what somebody drafts for a bucket; nothing where nobody
// drafts one.
func (k *kindArea) policyTried(bucket engine.ObjectID) []pane.Line {
	if bucket.IsZero() || view.KindOf(bucket) != "bucket" {
		return nil
	}
	author, text := k.policyDraft(bucket)
	if author == "" {
		return nil
	}
	object := k.object
	if view.KindOf(object) != "object" {
		inside := k.inside("object")
		if len(inside) == 0 {
			return nil
		}
		object = inside[0].Object
	}
	t := &k.truth.kind.tries
	if t.drafted != text || t.view != k.view || t.object != k.object {
		spec := k.view.Spec("put-bucket-policy")
		put := engine.Send{By: engine.Seed, Verb: spec.Verb,
			Args: engine.Args(spec.Params()[0].Name, view.NameOf(bucket), view.ContentOf(*spec), text),
			As:   "would-hold"}
		if t.view != k.view || t.object != k.object {
			*t = tries{}
		}
		t.drafted, t.under = text, k.tryAll(object, put, engine.Deliver{Names: []string{"would-hold"}})
	}
	head := []grid.Span{say.Bold(themes.Text, "With "), say.Person(k.view, author, k.view.Title(author)),
		say.Bold(themes.Text, "'s draft of the policy")}
	if view.KindOf(k.object) != "object" {
		head = append(head, say.Dim("  "+strings.TrimPrefix(view.NameOf(object), k.name+"/")))
	}
	return append([]pane.Line{{Left: head}}, k.triedLines(t.under)...)
}

// policyDraft is the first draft of a bucket's policy that says something else than what holds.
func (k *kindArea) policyDraft(bucket engine.ObjectID) (author, text string) {
	typed := k.truth.Desk.Room().View() // typing tells no news
	holds := view.Record(k.view.Properties(bucket)).Text("policy")
	for _, w := range k.view.Writers() {
		if d, ok := typed.Draft(w.ID, bucket); ok && strings.TrimSpace(d.Text) != strings.TrimSpace(holds) &&
			strings.TrimSpace(d.Text) != "" {
			return w.ID, d.Text
		}
	}
	return "", ""
}

// tryName is the name of a request that is only tried.
const tryName = "would-be"

// try is what one request would be answered; nothing is kept.
func (k *kindArea) try(known view.Known, spec engine.OpSpec, guard string, before []engine.Input) tried {
	s := engine.Send{By: known.ID, Verb: spec.Verb, Args: engine.Args(spec.Params()[0].Name, k.name), As: tryName}
	if content := view.ContentOf(spec); content != "" && spec.Group == engine.GroupWrite {
		text, from := k.about(known)
		s.Args, s.Words.From = append(s.Args, engine.Arg{Name: content, Value: engine.Text(text)}), from
	}
	if known.Guard = guard; guard != "" {
		with, reason, _ := known.Guarded(spec, k.object, s.Args)
		if reason != "" {
			return tried{unasked: true}
		}
		s.Args = with
	}
	events, marks, err := k.truth.Desk.Room().Try(
		append(before[:len(before):len(before)], s, engine.Deliver{Names: []string{tryName}})...)
	if err != nil {
		return tried{unasked: true}
	}
	says := tried{unasked: true}
	for _, e := range events {
		switch {
		case e.By == engine.Seed: // the policy that is only tried
		case e.Kind == engine.Waiting:
			return tried{waits: true}
		case e.Kind == engine.Decided:
			says = tried{status: e.Answer.Status, refused: !e.Answer.Accepted()}
		}
	}
	for _, m := range marks {
		says.silent = says.silent || m.Severity == engine.SeveritySilent
	}
	return says
}

// about is what a writer would write, and the answer that it was made from: its draft, else what it was shown.
func (k *kindArea) about(known view.Known) (text, from string) {
	if d, ok := k.view.Draft(known.ID, k.object); ok {
		return d.Text, k.view.From(d)
	}
	if read, ok := known.Reading(k.object); ok {
		return read.Body, read.Name
	}
	return "", "none"
}

// wouldLines are a matrix: what each writer would be answered now, request by request.
func (k *kindArea) wouldLines() []pane.Line {
	return k.triedLines(k.would())
}

func (k *kindArea) triedLines(rows []triedRow) []pane.Line {
	if len(rows) == 0 {
		return nil
	}
	const asks = "if sent" // what stands in the rows is what would be answered
	names := len(asks) + 1
	for _, r := range rows {
		names = max(names, grid.Width(r.title)+2)
	}
	names = min(names, 12)
	const bar = 2 // where there are more rows than room
	each := min(max((k.wide-names-bar)/len(trials), 7), 14)
	head := k.column(names, say.Dim(asks))
	for _, t := range trials {
		head = beside(head, k.column(each, say.Dim(k.trialName(t.name, each))))
	}
	lines := []pane.Line{{Left: head}}
	for _, r := range rows {
		cells := k.column(names, say.Person(k.view, r.id, r.title))
		for _, s := range r.says {
			cells = beside(cells, k.column(each, triedCell(s)))
		}
		lines = append(lines, pane.Line{Left: cells})
	}
	return lines
}

func (k *kindArea) trialName(name string, wide int) string {
	if grid.Width(name) < wide {
		return name
	}
	return map[string]string{"If-Match": "match", "If-None-Match": "create"}[name]
}

func triedCell(s tried) grid.Span {
	switch {
	case s.unasked:
		return say.Dim("-")
	case s.waits:
		return say.Ink(themes.Unknown, "waits")
	case s.refused:
		return say.Bold(themes.Refused, fmt.Sprintf("! %d", s.status))
	case s.silent:
		return say.Bold(themes.Silent, fmt.Sprintf("~ %d", s.status))
	}
	return say.Ink(themes.Fresh, fmt.Sprintf("  %d", s.status))
}
