package advice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// redrive reads again, puts the writer's change into what is there and sends it under the new version. ok is false
// where that does not help; the card then may say why.
//
// Source: Azure, "Managing concurrency in Azure Storage", the steps of the optimistic strategy; Alibaba Cloud,
// "Implement high-performance optimistic locking by using TairString", the loops with EXGET, EXSET and EXCAS.
func (a *adviser) redrive() (Card, bool) { return a.redriveAt(0) }

// redriveAt waits until a moment first; 0: it does not wait.
func (a *adviser) redriveAt(at engine.Instant) (Card, bool) {
	t, again, waited := a.trialAt(at), a.readWord(a.c.Object), ""
	if at > a.v.Now() {
		again, waited = fmt.Sprintf("Wait until %s, then read", at), fmt.Sprintf("waited until %s and ", at)
	}
	if a.spec.Prompt() {
		return a.redriveLine(t)
	}
	mine, ok := a.mine()
	if view.HoldsMarkers(mine) {
		return Card{Say: fmt.Sprintf(
			"%s's draft holds the markers of a merge that was not finished. Put it in order, then "+
				"write.", a.who())}, false
	}
	base, based := a.base()
	send, readable := a.readOf(t, a.c.Object)
	if readable && a.describes() && !a.fromNothing() && t.send(send).accepted() {
		did := fmt.Sprintf("%s %sread v%s", a.who(), waited, t.last.Answer.Field("version"))
		if card, ok := a.redescribe(t, t.last, again, did); ok {
			return card, true
		}
		t = a.trialAt(at)
	}
	if card, typed := a.typedSince(at); typed || !readable || !based {
		return card, card.Action != ""
	}
	if card, ok := a.underneath(t.fork(), send, again, waited); ok {
		return card, true
	}
	t.send(send)
	read, heard := t.known().Reading(a.c.Object)
	if !ok || t.err != nil || !heard || read.Gone || !read.HasBody {
		return Card{}, false
	}
	a.keepText(t)
	if piece, ok := a.x.Op().(engine.Stretcher); ok {
		return a.redrivePiece(t, piece, send, base, again, waited)
	}
	if !view.OneText(a.spec) {
		return a.redriveSeveral(t, send, again, waited, read)
	}
	merged, same := a.together(base, mine, read.Body)
	if name := oneField(mine, read.Body); same != "" && name != "" {
		return a.afterOneField(t, send, again, waited, name, read)
	}
	if same != "" {
		with := a.besideRead(t, read)
		then := a.clashing(base, mine, read.Body, fmt.Sprintf("send it with the new %s%s.", a.versionWord(), with))
		if done := a.readBefore(send, fmt.Sprintf("Both changed %s: %s", same, then)); done != "" {
			return Card{Say: done}, false
		}
		card := t.card("read", a.readAndClash(again, same, base, mine, read.Body, with),
			fmt.Sprintf("%s %sread v%s", a.who(), waited, read.Version))
		card.Rest = fmt.Sprintf("both changed %s. %s", same,
			capital(a.clashing(base, mine, read.Body, "write"+strings.TrimPrefix(with, " and"))))
		return card, t.harmless()
	}
	if what, whole := sameChange(a.c.Object, base, a.rowOf(base, mine), read.Body); what != "" {
		return a.afterSameChange(t, send, again, fmt.Sprintf("%s %sread v%s", a.who(), waited, read.Version), what,
			whole)
	}
	return a.sendsMerged(t, send, again, waited, merged, read)
}

// redriveSeveral is that for what is no one text: what was read is there, and its sender puts the change into it.
func (a *adviser) redriveSeveral(t *trial, send engine.Send, again, waited string, read view.Reading) (Card, bool) {
	if done := a.readBefore(send, a.putIn()); done != "" {
		return Card{Say: done}, false
	}
	say, rest := again+", put the change into what is there, then send it.",
		"put the change into what is there now, and send it again"
	if a.claims() {
		say, rest = again+". "+a.orStop(), "i"+strings.TrimSuffix(a.orStop()[1:], ".")
	}
	card := t.card("read", say, fmt.Sprintf("%s %sread v%s", a.who(), waited, read.Version))
	card.Rest = rest
	return card, t.harmless()
}

// besideRead says what a request that replaces what was read has to carry beside its text, as ` and with what it has
// beside the text: tag.state`; empty where that is nothing, or cannot be carried.
func (a *adviser) besideRead(t *trial, read view.Reading) string {
	_, kept, clash, lost := a.along(t, t.w.Exchange(read.Request), engine.Send{By: a.c.By, Verb: a.x.Verb,
		Args: withContent(a.spec, a.x.Args, read.Body), Words: engine.Words{From: read.From()}})
	if clash != "" || lost != "" {
		return ""
	}
	return keptBeside(kept)
}

func keptBeside(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " and with what it has beside the text: " + strings.Join(names, ", ")
}

// sendsMerged sends a text that was put together, with what stands beside the one that was read.
func (a *adviser) sendsMerged(t *trial, send engine.Send, again, waited, merged string, read view.Reading) (Card,
	bool) {
	if t.drafts = nil; a.mayFill() {
		t.drafts = []Draft{{a.c.By, a.c.Object, view.Draft{Text: merged, From: read.Into(nil)}}}
	}
	next, _ := a.underVersion(t, engine.Send{By: a.c.By, Verb: a.x.Verb, Args: withContent(a.spec, a.x.Args, merged),
		Words: engine.Words{From: read.From()}})
	next, kept, clash, lost := a.along(t, t.w.Exchange(read.Request), next)
	switch {
	case clash != "":
		return a.afterOneField(t, send, again, waited, clash, read)
	case lost != "":
		return a.afterLoss(t, send, again, waited, lost, read)
	}
	theirs, _ := a.shown(t, t.w.Exchange(read.Request))
	if what, _ := a.sameBeside(a.x.Resolved(), theirs); what != "" {
		return a.afterSameChange(t, send, again, fmt.Sprintf("%s %sread v%s", a.who(), waited, read.Version), what,
			false)
	}
	with := keptBeside(kept)
	into := "the new text"
	if a.c.Object.Kind == "entity" {
		into = "the entity as it is now"
	}
	return a.offer(t.send(next), "redrive", fmt.Sprintf(
		"%s, put %s's change into %s, and send it with the new %s%s.", again, a.who(), into, a.versionWord(), with),
		fmt.Sprintf("%s %sread v%s, merged and sent again", a.who(), waited, read.Version))
}

// typedSince is for a draft that its writer has made since the refusal from what is there now: that was read, and both
// were put together by hand, so the draft goes out as it stands. ok is false for any other, and where it has to wait.
func (a *adviser) typedSince(at engine.Instant) (card Card, ok bool) {
	d, kept := a.draft()
	from := a.v.Source(d)
	if at > a.v.Now() || !kept || d.Made != 0 || !view.OneText(a.spec) || from == nil || from.By != a.x.By ||
		from.Heard.Event <= a.x.Heard.Event {
		return Card{}, false
	}
	read, heard := a.v.Known(a.x.By).Reading(a.c.Object)
	behind, counted := a.v.Behind(a.x.By, a.c.Object)
	if !heard || read.Request != from.Number || read.Gone || !counted || behind != 0 {
		return Card{}, false
	}
	made := fmt.Sprintf("%s's draft was made from what #%d read, which is still there", a.who(), from.Number)
	if stop, _ := a.settling(a.v.ThreeWay(a.c).Base.Text, d.Text, read.Body); stop != "" {
		return Card{Say: made + ". I" + stop[1:] + "w writes the draft."}, true
	}
	t := a.trial()
	next, _ := a.underVersion(t, engine.Send{By: a.c.By, Verb: a.x.Verb, Args: withContent(a.spec, a.x.Args, d.Text),
		Words: engine.Words{From: read.From()}})
	next, _, clash, lost := a.along(t, from, next)
	if clash != "" || lost != "" {
		return Card{Say: made + fmt.Sprintf(". Sent, it would take away what stands beside the text: %s. Settle that "+
			"first.", clash+lost)}, true
	}
	say := fmt.Sprintf("Send %s's draft with the new %s: it was made from what #%d read, which is still there.",
		a.who(), a.versionWord(), from.Number)
	if card, ok = a.offer(t.send(next), "redrive", say, a.who()+" sent the draft, made from what is there"); ok {
		return card, true
	}
	return Card{Say: made + ": w writes it."}, true
}

// trialAt is a trial that waits until a moment first, where that is still to come.
func (a *adviser) trialAt(at engine.Instant) *trial {
	t := a.trial()
	if at > t.w.Now() {
		t.put(engine.Clock{To: at})
	}
	return t
}

// afterLoss reads, and leaves the rest to a person: what is sent again would take something away that it cannot carry.
func (a *adviser) afterLoss(t *trial, send engine.Send, again, waited, lost string, read view.Reading) (Card, bool) {
	rest := fmt.Sprintf("sent again, it would take away what it cannot carry: %s. Settle first what is to stand there",
		lost)
	if done := a.readBefore(send, capital(rest)+"."); done != "" {
		return Card{Say: done}, false
	}
	card := t.card("read", fmt.Sprintf("%s: %s.", again, rest), fmt.Sprintf("%s %sread v%s", a.who(), waited,
		read.Version))
	card.Rest = rest
	return card, t.harmless()
}

// orStop is what is left where the change may be a claim: put over another's it would take that away. What it compared
// no longer fits, so that is not sent again.
func (a *adviser) orStop() string {
	under := "with the new " + a.versionWord()
	if !a.sent(ifTags).IsZero() {
		under = "under a condition on the tags that are there now"
		if !a.sent("if-match").IsZero() {
			under = "with the new tag and " + under
		}
	}
	return "If what is there now claims it for somebody else, stop; otherwise put the change into it and send it " +
		under + "."
}

// putIn is what is left of a change that no key puts into what was read.
func (a *adviser) putIn() string {
	if a.carriesClaim() {
		return a.orStop()
	}
	return fmt.Sprintf("Put %s's change into what is there now, and %s with the new %s%s.", a.who(), a.sends(),
		a.versionWord(), a.withBeside())
}

// together puts the request's change together with another's. A merge of properties leaves those that it does not name,
// and goes out as it is.
func (a *adviser) together(base, mine, theirs string) (text, same string) {
	text, same = together(a.c.Object, base, a.rowOf(base, mine), theirs)
	if a.mergesRow() && same == "" {
		return mine, ""
	}
	return text, same
}

func (a *adviser) mergesRow() bool {
	return a.spec.Effect == engine.Merges && a.c.Object.Kind == "entity"
}

// rowOf is the text that the request was to leave of what it was made from.
func (a *adviser) rowOf(base, mine string) string {
	if a.mergesRow() {
		return conflict.Overlay(base, mine)
	}
	return mine
}

// together puts two changes of a text together, of a row property by property; same is what both changed: then there is
// no text.
func together(object engine.ObjectID, base, mine, theirs string) (text, same string) {
	if object.Kind == "entity" {
		rows := conflict.Rows3(base, mine, theirs)
		var clashes []string
		for _, r := range rows {
			if r.Kind == conflict.Clash {
				clashes = append(clashes, fmt.Sprintf("%s: %s, and %s there", r.Name, sideOr(r.Mine, r.HasMine),
					sideOr(r.Theirs, r.HasTheirs)))
			}
		}
		if len(clashes) > 0 {
			return "", "the same properties (" + strings.Join(clashes, "; ") + ")"
		}
		return conflict.MergeRows(rows, nil), ""
	}
	hunks := conflict.Diff3([]byte(base), []byte(mine), []byte(theirs))
	merged, clashes := conflict.Merge(hunks, conflict.Names{})
	switch {
	case clashes == 0:
		return string(merged), ""
	case slices.ContainsFunc(hunks, conflict.Hunk.Overlaps):
		return "", "the same lines"
	}
	return "", "lines that touch each other"
}

// sideOr is one side of what both changed.
func sideOr(value string, there bool) string {
	if !there {
		return "removed"
	}
	return value
}

// mine is the text that the request carried: the draft where its sender goes on from that, else its own.
func (a *adviser) mine() (string, bool) {
	if d, ok := a.draft(); ok {
		return d.Text, true
	}
	return view.Carried(a.spec, a.x.Args)
}

// draft is the draft that goes on from the request.
func (a *adviser) draft() (d view.Draft, ok bool) { return a.v.DraftSince(a.x, a.c.Object) }

// mayFill says whether a text may be left in the sender's editor: nothing that was typed there for something else goes.
func (a *adviser) mayFill() bool {
	d, kept := a.v.Draft(a.c.By, a.c.Object)
	_, goesOn := a.draft()
	return !kept || goesOn || d.Made != 0
}

// fromNothing says whether the request was made from nothing that its writer had read, or asked for nothing to be
// there.
func (a *adviser) fromNothing() bool {
	made := a.v.BaseOf(a.x, a.c.Object)
	return made == nil || !made.Answer.Accepted() || only(a, "if-none-match")
}

// base is the text that the request was made from: what its draft names, else what its writer had been shown when it
// was sent. What was read since is no base: to merge with that would put the request over what is there. ok is false
// where it was made from nothing that was read.
func (a *adviser) base() (text string, ok bool) {
	mine, _ := a.mine()
	if d, kept := a.draft(); kept && (d.Made == 0 || d.Text != mine) { // else a card has kept the request's own text
		if x := a.v.Source(d); x != nil {
			return a.v.LeftBy(x, a.c.Object), true
		}
	}
	made := a.v.BaseOf(a.x, a.c.Object)
	if a.fromNothing() {
		return "", false
	}
	read, heard := a.knewThen()
	if own := a.v.Exchange(read.Request); heard && a.wroteBehind(made, own) {
		return read.Body, true
	}
	if shown := made.Answer.Text(); !shown.IsZero() && made.Object == a.c.Object {
		return shown.String(), true
	}
	return read.Body, heard
}

// knewThen is what the request's sender knew of the content when it sent that, also by its own writes; ok is false
// where it knew none.
func (a *adviser) knewThen() (read view.Reading, ok bool) {
	sending, _ := a.v.Before(a.x.Sent.Event)
	k := view.OfWorld(sending).Known(a.c.By)
	if k == nil {
		return read, false
	}
	read, heard := k.Reading(a.c.Object)
	return read, heard && !read.Gone && read.HasBody
}

// wroteBehind says whether the sender itself had changed the content behind the answer whose version it named, and
// another did so since: what it had put there itself is no change of the other's. A text that names what it was made
// from was made from that.
func (a *adviser) wroteBehind(made, own *engine.Exchange) bool {
	return own != nil && own.Number > made.Number && own.By == a.c.By && own.Altered &&
		a.v.Spec(own.Verb).Changes() && a.c.Cause != nil && a.c.Cause.Since.By != a.c.By &&
		(a.x.Base == 0 || a.mergesRow())
}

// withContent keeps the target and plain options of a request and what goes beside its content, puts another content in
// the place of its own and drops its guards, and the sums of what it had sent.
func withContent(spec *engine.OpSpec, args []engine.Arg, content string) []engine.Arg {
	list := slices.DeleteFunc(slices.Clone(args), func(a engine.Arg) bool {
		p, _ := spec.Param(a.Name)
		return p.Guard != "" || p.Content && !besideText(p) || isSum(a.Name)
	})
	for _, p := range spec.Params() {
		if p.Content && p.Positional() {
			return append(list, engine.Arg{Name: p.Name, Value: engine.Text(content)})
		}
	}
	return list
}

// redriveLine sends a refused line with the version that was read, or that stands in the refusal, where its change can
// be put into the value that is there now: a number that was reckoned from the one read by its difference, a text by
// its lines, a command that carries no value as it is. Else the line stands at the prompt with the new version, for its
// owner to put the change into it.
func (a *adviser) redriveLine(t *trial) (Card, bool) {
	if value, version := a.x.Answer.Field("value"), a.x.Answer.Field("version"); !value.IsZero() && !version.IsZero() {
		told := view.Reading{Name: a.x.Name, Version: version.String(), Body: value.String(), HasBody: true}
		if card, ok := a.lineWith(t, told); ok {
			return card, true
		}
		t = a.trial()
	}
	send, ok := a.readOf(t, a.c.Object)
	if !ok {
		return Card{}, false
	}
	t.send(send)
	read, heard := t.known().Reading(a.c.Object)
	if t.err != nil || !heard || read.Gone || !read.HasBody {
		return Card{}, false
	}
	card, ok := a.lineWith(t, read)
	if _, then, found := strings.Cut(card.Say, ": "); card.Action == "read" && found {
		if done := a.readBefore(send, strings.ToUpper(then[:1])+then[1:]); done != "" {
			return Card{Say: done}, true
		}
	}
	return card, ok
}

// lineWith sends the line with what was read.
func (a *adviser) lineWith(t *trial, read view.Reading) (Card, bool) {
	sides := a.v.ThreeWay(a.c)
	at, how := "the value", a.readWord(a.c.Object)
	if read.Version != "" {
		at = "version " + read.Version
	}
	did := fmt.Sprintf("%s read %s", a.who(), at)
	if len(t.inputs) == 0 {
		how, did = "The refusal says value and version", fmt.Sprintf("%s took %s from the refusal", a.who(), at)
	}
	merged, fits := a.rebuilt(sides.Base.Text, sides.Mine.Text, read.Body)
	line, carries := a.lineAnew(read, merged, fits)
	if mine, base := sides.Mine, sides.Base; carries && mine.Known && base.Known && mine.Text == read.Body &&
		mine.Text != base.Text && !a.counts() && a.v.BaseOf(a.x, a.c.Object) != nil {
		what, _ := sameChange(a.c.Object, base.Text, mine.Text, read.Body)
		both, rest := a.bothTheSame(what, true)
		return t.bothChanged(how, did, both, rest)
	}
	line, kept, drops := a.keepingExpiry(t, line)
	never := conflict.Never(a.v.Clone(), a.c) != ""
	if a.spec.Group == "delete" || drops || never || carries && !(fits && sides.Mine.Known && sides.Base.Known &&
		a.v.BaseOf(a.x, a.c.Object) != nil) { // else nobody knows what of it is a change
		t.drafts = []Draft{{a.c.By, a.c.Object, view.Draft{Text: typed(t.w, a.spec.Verb, line)}}}
		todo, rest := "put the change into the new value, then send it", "Put the change into the value; Enter sends it"
		if a.spec.Group == engine.GroupDelete {
			todo, rest = "see whether it is still to be deleted, then send it", "If it is still to be deleted, "+
				"Enter sends it"
		}
		under := a.newVersion()
		if _, knew := a.knewThen(); never && (!carries || knew || !a.fromNothing()) {
			todo, rest = a.decideLine(carries)
			under = strings.Replace(under, "the new version", "the version that is there", 1) // nobody has moved it on
		} else if carries && !knew && a.fromNothing() {
			todo = fmt.Sprintf("decide whether #%d's value is to replace what is there, for %s had read nothing that "+
				"it was made from, then send it", a.x.Number, a.who())
			rest = "Where its value is to replace what is there, Enter sends it"
		}
		if mine := sides.Mine; carries && mine.Known && mine.Text != read.Body && oneLine(mine.Text) &&
			conflict.NamesWriter(t.w, mine.Text, a.c.By) {
			const stop = "if what is there now claims it for somebody else, stop; otherwise "
			todo, rest = stop+todo, capital(stop)+strings.ToLower(rest[:1])+rest[1:]
		}
		if drops {
			under += fmt.Sprintf(" and with a time: without one, %s takes the expiry away", a.spec.Verb)
			rest = "Without a time it takes the expiry away. " + rest
		}
		card := t.card("read", fmt.Sprintf("%s: %s with %s.", how, todo, under), did)
		card.Rest = "the line is at the prompt with it. " + rest
		return card, t.harmless()
	}
	next := a.sendLine(line)
	next.Words.From = read.From()
	return a.offer(t.send(next), "redrive", fmt.Sprintf("%s: put %s's change into the new value, and send it with "+
		"%s%s.", how, a.who(), a.newVersion(), kept), did+", rebuilt the line and sent it")
}

// decideLine is what is left to do with a line that compared what its key never was: nobody knows what it was made
// from.
func (a *adviser) decideLine(carries bool) (todo, rest string) {
	what := fmt.Sprintf("#%d is still to be done", a.x.Number)
	if carries {
		what = fmt.Sprintf("#%d's value is to replace what is there", a.x.Number)
	}
	return fmt.Sprintf("decide whether %s, for the %s that it named says nothing of what it was made from, then send "+
		"it", what, a.versionWord()), fmt.Sprintf("If %s, Enter sends it", what)
}

// sendLine is a line as a request.
func (a *adviser) sendLine(line []engine.Value) engine.Send {
	return engine.Send{By: a.c.By, Verb: a.spec.Verb,
		Args: []engine.Arg{{Name: a.spec.Params()[0].Name, Value: engine.List(line...)}}}
}

// lineAnew are the words of the line with what was read in the place of what they compare, and the rebuilt value in
// that of theirs where there is one; carries says whether the line has a value.
func (a *adviser) lineAnew(read view.Reading, merged string, fits bool) (line []engine.Value, carries bool) {
	args := a.x.Resolved()
	op, err := a.spec.Build(args)
	liner, ok := op.(engine.Liner)
	if err != nil || !ok {
		return nil, true
	}
	line = append(line, engine.LineWords(args[0].Value)...)
	for i, role := range liner.Roles() {
		switch {
		case i >= len(line):
		case role.Guard != "":
			line[i] = engine.Ref(read.From()+"."+role.Guard, false)
			if read.From() == "" {
				line[i] = a.v.Exchange(read.Request).Answer.Field(role.Guard)
			}
		case role.Content:
			carries = true
			if fits {
				line[i] = engine.Text(merged)
			}
		}
	}
	return line, carries
}

// underItsLease are arguments with the lease id that the request was sent under, where they name none: a guard on the
// version stands beside a lease, never in its place.
func (a *adviser) underItsLease(spec *engine.OpSpec, args []engine.Arg) []engine.Arg {
	ofLease := func(arg engine.Arg) bool {
		p, ok := spec.Param(arg.Name)
		return ok && p.Guard == "lease"
	}
	if slices.ContainsFunc(args, ofLease) {
		return args
	}
	for _, arg := range a.x.Args {
		if ofLease(arg) && !a.v.LeftOut(arg.Value) {
			args = engine.With(args, arg.Name, arg.Value)
		}
	}
	return args
}

// newVersion is what a line is sent with anew, behind a read of what is there.
func (a *adviser) newVersion() string {
	if a.versionWord() == "value" {
		return "that value as the one to compare"
	}
	return "the new version"
}

// rebuilt is a change put into another value: the same difference of whole numbers where the request itself says that
// it counts, for from how a value looks nobody knows that (a port is no count), else lines that do not clash.
func (a *adviser) rebuilt(base, mine, now string) (text string, ok bool) {
	b, errB := strconv.ParseInt(base, 10, 64)
	m, errM := strconv.ParseInt(mine, 10, 64)
	n, errN := strconv.ParseInt(now, 10, 64)
	if errB == nil && errM == nil && errN == nil {
		return strconv.FormatInt(n+m-b, 10), n == b || a.counts()
	}
	text, same := together(engine.ObjectID{Kind: "key"}, base, mine, now)
	return text, same == ""
}

// counts says whether the request adds a number to one that was read: its content is such a sum, as `{$r.value + 1}`.
func (a *adviser) counts() bool {
	line, ok := a.x.Op().(engine.Liner)
	asked := a.x.Asked().Args
	if !ok || len(asked) == 0 {
		return false
	}
	words := engine.LineWords(asked[0].Value)
	for i, role := range line.Roles() {
		if i < len(words) && role.Content {
			operator, left, right, sum := words[i].Expression()
			_, _, of := left.RefName()
			_, adds := right.Int()
			return sum && operator == engine.Add && of && adds
		}
	}
	return false
}

// typed is a line as a prompt takes it, with what its references stand for.
func typed(w *engine.World, verb string, line []engine.Value) string {
	words := []string{verb}
	for _, word := range line {
		text := word.String()
		if name, field, ok := word.RefName(); ok && w.Named(name) != nil {
			text = w.Named(name).Answer.Field(field).String()
		}
		if text == "" || strings.ContainsAny(text, " \t\r\n\"\\") {
			text = strconv.Quote(text)
		}
		words = append(words, text)
	}
	return strings.Join(words, " ")
}
