package panes

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

func bucketTitle(k *kindArea) []grid.Span {
	if k.text("policy") == "" {
		return []grid.Span{say.Dim("no policy")}
	}
	return []grid.Span{say.Bold(themes.Text, "policy")}
}

// bucketLines are what a bucket keeps, its open uploads and its policy.
func bucketLines(k *kindArea) []line {
	if !k.has("versioning") {
		return k.removedLines(k.mark("removed"))
	}
	lines := []line{{left: beside(k.label("Versions"), []grid.Span{say.Plain(k.text("versioning"))}),
		right: k.by(k.mark("changed.versioning"))}}
	return parted(k.policyTried(k.object), lines, k.uploads(""), policyLines(k, k.record))
}

// objectLines are what the service would answer each writer now, the uploads of the key, and the policy that it lies
// under.
func objectLines(k *kindArea) []line {
	bucket, policy := k.policed()
	groups := [][]line{k.wouldLines(), k.policyTried(bucket), k.uploads(k.name)}
	if bucket != "" {
		groups = append(groups, policyLines(k, policy))
	}
	return parted(groups...)
}

// underPolicy says whether a policy judges the key.
func underPolicy(k *kindArea) bool {
	_, r := k.policed()
	return r.text("policy") != ""
}

// policed is what the key lies in that has a policy.
func (k *kindArea) policed() (object string, r record) {
	within := map[string]string{}
	for _, t := range k.things() {
		within[t.Object] = t.Inside
	}
	for object = within[k.object]; object != ""; object = within[object] {
		if r = k.view.Properties(object); r.has("policy") {
			return object, r
		}
	}
	return "", nil
}

// policyLines are the text of a policy.
func policyLines(k *kindArea, r record) []line {
	text, set := r.text("policy"), r.mark("changed.policy")
	if text == "" {
		return []line{{left: beside(k.label("Policy"), []grid.Span{say.Dim("none")}), right: k.by(set),
			does: goTo(set)}}
	}
	lines := []line{{left: []grid.Span{say.Bold(themes.Text, "Policy")}, right: k.by(set), does: goTo(set)}}
	for l := range strings.Lines(text) {
		lines = append(lines, line{left: []grid.Span{say.Dim(strings.TrimRight(l, "\r\n"))}})
	}
	return lines
}

func roleLines(k *kindArea) []line { return policyLines(k, k.record) }

// uploads are the uploads in parts that lie in the shown bucket, of one key or of all.
func (k *kindArea) uploads(of string) (lines []line) {
	for _, t := range k.things() {
		if t.Kind != "upload" {
			continue
		}
		r := record(k.view.Properties(t.Object))
		if of != "" && r.text("key") != of || of == "" && t.Inside != k.object {
			continue
		}
		if len(lines) == 0 {
			lines = append(lines, heading("Uploads in parts"))
		}
		m := r.mark("created")
		what := []grid.Span{say.Dim(say.ShortTag(r.text("upload"))), say.Plain("  " + r.text("status")),
			say.Dim(fmt.Sprintf("  parts %s", partList(r)))}
		if of == "" {
			what = append([]grid.Span{say.Plain(strings.TrimPrefix(r.text("key"), k.name+"/") + "  ")}, what...)
		}
		lines = append(lines, line{left: what, right: k.by(m), does: goTo(m)})
	}
	return lines
}

func partList(r record) string {
	var list []string
	for _, g := range r.groups("part.") {
		list = append(list, g.name)
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " ")
}

func uploadTitle(k *kindArea) []grid.Span {
	if k.has("ended") {
		return []grid.Span{say.Dim(k.text("status"))}
	}
	return []grid.Span{say.Bold(themes.Behind, k.text("status"))}
}

// uploadLines are the parts of an upload.
func uploadLines(k *kindArea) []line {
	m := k.mark("created")
	lines := []line{{left: beside(k.label("Key"), []grid.Span{say.Plain(k.text("key"))})},
		{left: beside(k.label("Begun"), k.by(m)),
			right: []grid.Span{say.Dim("upload " + say.ShortTag(k.text("upload")))},
			does:  goTo(m)}}
	if k.has("ended") {
		m := k.mark("ended")
		lines = append(lines, line{left: beside(k.label("Ended"), k.by(m)), does: goTo(m)})
	}
	return parted(k.partLines(k.groups("part.")), lines)
}

func (k *kindArea) partLines(parts []group) []line {
	if len(parts) == 0 {
		return []line{note("There is no part yet.")}
	}
	lines := []line{{left: beside(k.column(6, say.Dim("part")), k.column(8, say.Dim("tag")),
		k.column(8, say.Dim("size")),
		[]grid.Span{say.Dim("content")}), right: []grid.Span{say.Dim("by")}}}
	for _, g := range parts {
		body, m := g.text("body"), g.mark("changed")
		lines = append(lines, line{left: beside(k.column(6, say.Bold(themes.Text, g.name)),
			k.column(8, say.Dim(say.ShortTag(g.text("etag")))), k.column(8, say.Plain(bytesOf(len(body)))),
			[]grid.Span{say.Plain(say.Quoted(body))}), right: k.by(m), does: goTo(m)})
	}
	return lines
}

// tries are what the service would answer, asked once for each state of the world and of the policy that somebody
// drafts.
type tries struct {
	view   *view.View
	object string
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
	{name: "read", fits: reading},
	{name: "write", fits: writing, guard: "none"},
	{name: "If-Match", fits: writing, guard: "if-match"},
	{name: "If-None-Match", fits: writing, guard: "if-none-match"},
	{name: "delete", fits: deleting, guard: ownGuard},
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
func (k *kindArea) tryAll(object string, before ...engine.Input) (rows []triedRow) {
	on := *k
	on.object, on.name = object, nameOf(object)
	for _, w := range k.view.Writers() {
		row := triedRow{id: w.ID, title: w.Title}
		for i, trial := range trials {
			spec := operation(k.view, kindOf(object), trial.fits)
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
func (k *kindArea) policyTried(bucket string) []line {
	if bucket == "" || kindOf(bucket) != "bucket" {
		return nil
	}
	author, text := k.policyDraft(bucket)
	if author == "" {
		return nil
	}
	object := k.object
	if kindOf(object) != "object" {
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
			Args: engine.Args(spec.Params()[0].Name, nameOf(bucket), contentOf(*spec), text), As: "would-hold"}
		if t.view != k.view || t.object != k.object {
			*t = tries{}
		}
		t.drafted, t.under = text, k.tryAll(object, put, engine.Deliver{Names: []string{"would-hold"}})
	}
	head := []grid.Span{say.Bold(themes.Text, "With "), say.Person(k.view, author, k.view.Title(author)),
		say.Bold(themes.Text, "'s draft of the policy")}
	if kindOf(k.object) != "object" {
		head = append(head, say.Dim("  "+strings.TrimPrefix(nameOf(object), k.name+"/")))
	}
	return append([]line{{left: head}}, k.triedLines(t.under)...)
}

// policyDraft is the first draft of a bucket's policy that says something else than what holds.
func (k *kindArea) policyDraft(bucket string) (author, text string) {
	typed := k.truth.desk.Room().View() // typing tells no news
	holds := record(k.view.Properties(bucket)).text("policy")
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
	if content := contentOf(spec); content != "" && spec.Group == "write" {
		text, from := k.about(known)
		s.Args, s.Words.From = append(s.Args, engine.Arg{Name: content, Value: engine.Text(text)}), from
	}
	if known.Guard = guard; guard != "" {
		with, why := known.Guarded(spec, k.object, s.Args)
		if why != "" {
			return tried{unasked: true}
		}
		s.Args = with
	}
	events, marks, err := k.truth.desk.Room().Try(
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
		says.silent = says.silent || m.Severity == '~'
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
func (k *kindArea) wouldLines() []line {
	return k.triedLines(k.would())
}

func (k *kindArea) triedLines(rows []triedRow) []line {
	if len(rows) == 0 {
		return nil
	}
	names := 4
	for _, r := range rows {
		names = max(names, grid.Width(r.title)+2)
	}
	names = min(names, 12)
	each := min(max((k.wide-names)/len(trials), 7), 14)
	head := k.column(names, say.Dim("now"))
	for _, t := range trials {
		head = beside(head, k.column(each, say.Dim(k.trialName(t.name, each))))
	}
	lines := []line{{left: head}}
	for _, r := range rows {
		cells := k.column(names, say.Person(k.view, r.id, r.title))
		for _, s := range r.says {
			cells = beside(cells, k.column(each, triedCell(s)))
		}
		lines = append(lines, line{left: cells})
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
