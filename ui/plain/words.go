package plain

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/ui/command"
)

// word is one word of the plain mode.
type word struct {
	name string
	form string                          // what stands behind it
	help string                          // empty: the command table's
	also func(d *desk, rest string) bool // it begins a statement of scenarios too: says whether the line is one
	do   func(d *desk, rest string)
}

// words are in the order in which help lists them.
func words() []word {
	return slices.Concat(timeWords(), writerWords(), flightWords(), programWords(), lookWords(), lessonWords(),
		sessionWords())
}

func timeWords() []word {
	return []word{
		{name: "step", form: "[WRITER]",
			help: "Do the next thing that is due; with a name, the next step of that writer's plan.", also: ofWriter,
			do: (*desk).step},
		{name: "run", form: "[WRITER ...]",
			help: "Do what is due, up to the next mark or the end; with names, a step of each one's plan.",
			also: ofWriter, do: (*desk).runOn},
		{name: "run-to-mark", do: (*desk).runToMark},
		{name: "back", form: "[BOOKMARK]", do: (*desk).back},
		{name: "undo", do: (*desk).undo},
		{name: "redo", do: (*desk).redo},
		{name: "now", help: "Go to the newest moment of the branch.", do: (*desk).now},
		{name: "goto", form: "RECORD", do: (*desk).goTo},
		{name: "next", also: ofWriter, do: (*desk).nextTimer},
		{name: "advance", form: "15s", do: (*desk).advance},
		{name: "fork", do: (*desk).fork},
		{name: "branches", do: (*desk).branches},
		{name: "rename", form: "NAME", help: "Give this branch another name.", do: (*desk).rename},
		{name: "compare", form: "BRANCH [BRANCH]",
			help: "Put two branches side by side, or one beside this: first difference, ends, marks.",
			do:   (*desk).compare},
		{name: "bookmark", form: "NAME", do: (*desk).bookmark},
		{name: "bookmarks", do: (*desk).bookmarks},
	}
}

func writerWords() []word {
	return []word{
		{name: "as", form: "NAME", help: "Choose who acts.", do: (*desk).as},
		{name: "object", form: "PATH", help: "Choose what is acted on; it need not exist yet.", do: (*desk).choosePath},
		{name: "read", form: "[PATH]", help: "The writer reads the object.", do: (*desk).read},
		{name: "edit", form: "TEXT",
			help: "Put a text into the writer's draft; \"quoted\" with escapes, or as it stands. Of an entity " +
				"NAME=VALUE changes that property alone, NAME= drops it.", also: underWay,
			do: (*desk).edit},
		{name: "write", form: "[TEXT]", help: "The writer sends the text, or its draft, with its guard. Of an entity " +
			"NAME=VALUE sends that property alone changed.",
			do: (*desk).write},
		{name: "delete", form: "[KIND]", help: "The writer deletes the object; of a queue the message that it holds, " +
			"delete queue the queue with all that is in it.", do: (*desk).remove},
		{name: "undelete", help: "The writer takes away the delete marker that hides the object.",
			do: (*desk).undelete},
		{name: "versions", help: "The writer tells the bucket to keep every version from now on.",
			do: (*desk).versions},
		{name: "lease", form: "[SECONDS]", help: "The writer takes a lease, for 30 seconds unless told.",
			do: (*desk).lease},
		{name: "renew", help: "The writer renews its lease.",
			do: func(d *desk, _ string) { d.withLease(engine.ToRenew) }},
		{name: "release", help: "The writer gives its lease back.",
			do: func(d *desk, _ string) { d.withLease(engine.ToRelease) }},
		{name: "break", help: "The writer breaks the lease, whoever holds it.",
			do: func(d *desk, _ string) { d.withLease(engine.ToBreak) }},
		{name: "do", form: "VERB ...", help: "The writer sends any operation, such as do create-queue jobs or do " +
			"put-message jobs \"two words\"; without a verb it lists them.",
			do: (*desk).operate},
		{name: "guard", form: "[NAME]", do: (*desk).guard},
		{name: "plan", form: "[NAME|[STEPS]|off]", also: aPlan, do: (*desk).plan},
		{name: "step-plan", form: "[WRITER]", do: (*desk).stepPlan},
		{name: "stop-plan", form: "[WRITER]", do: (*desk).stopPlan},
		{name: "run-plans", help: "Do what is due, up to the next mark or the end.", do: (*desk).runOn},
		{name: "writer", form: "NAME", help: "Somebody joins, or acts from now on; add leaves who acts.", also: titled,
			do: (*desk).join},
		{name: "add", form: "NAME, ...", help: "Somebody joins; a comma adds several. Who acts stays: the first, " +
			"unless as chooses.", do: (*desk).add},
		{name: "recommend", form: "[N]", do: (*desk).recommend},
	}
}

// guardHelp explains the cells of the table of guards too.
const guardHelp = "Run this again under every guard that its objects know. stops: the harm does not occur in that " +
	"run; allows 2: it occurs, twice; refuses 1: the service says no once; -: that mark is not there, though the " +
	"same harm may be there under another name, as ~ same-number. A lease allows what is sent while it is not held."

func lookWords() []word {
	return []word{
		{name: "state", help: "Say where time, writers and counters stand.", also: anything, do: (*desk).state},
		{name: "truth", form: "[PATH]", help: "Say what the service has of the object, and had.", do: (*desk).truth},
		{name: "tree", help: "List every object.", do: (*desk).tree},
		{name: "flight", help: "List the messages in flight.", do: (*desk).flight},
		{name: "why", form: "[N]", do: (*desk).why},
		{name: "diff", help: "Compare the writer's text with what it was made from and what the service has.",
			do: (*desk).diff},
		{name: "timeline", help: "List every event of the branch, those behind this moment too; > stands at this " +
			"moment.", do: (*desk).timeline},
		{name: "compare-guards", form: "[GUARD HARM]", help: guardHelp, do: (*desk).compareGuards},
		{name: "guards", form: "[all | ROW]", help: guardsHelp(), do: (*desk).guards},
		{name: "otherwise", help: "Count the orders that avoid the newest conflict, and open the one that is nearest " +
			"to what happened.", do: (*desk).otherwise},
		{name: "end", form: "[lost N ...] state KIND NAME WHAT=VALUE[; ...]", help: "Find the orders that end so, " +
			"such as end state blob wiki/hits body=9; all of several states must hold, also what a writer heard last " +
			"(state ann heard=412) or ever (state ann saw=412). orders 1 opens the shortest.",
			do: (*desk).endsAs},
		{name: "make-plans", do: (*desk).makePlans},
		{name: "orders", form: "[ROW | BUDGET N ...]", help: ordersHelp, do: (*desk).orders},
		{name: "log", help: "List every event up to here.", do: (*desk).log},
		{name: "find", form: "TEXT", help: "List the events that have the text in their line.", do: (*desk).find},
		{name: "copy", form: "[WORD] [#N]", help: "Say a request as curl, redis-cli, cli, net, python, go, java, " +
			"javascript or raw; the story, the tag, the scenario. Alone: the whole tag and text of the object.",
			do: (*desk).copy},
	}
}

func sessionWords() []word {
	return []word{
		{name: "saved", help: "Bring everything to the disk and say how much is there.",
			do: func(d *desk, _ string) { d.saved() }},
		{name: "save", form: "FILE", do: (*desk).saveAs},
		{name: "export", form: "[FORM] FILE [over]", help: "Write a report (.md), mermaid (.mmd), jsonl, scenario " +
			"(.race), asciicast (.cast), sequence (.sequence.svg), svg (.svg) or the text of the object to a file; " +
			"over writes over one.", do: (*desk).export},
		{name: "races", form: "[NAME|WORDS]",
			help: "List the races of the library, or those that have the words; or begin a session with one.",
			do:   (*desk).races},
		{name: "open", form: "[FILE]", help: "List the kept sessions, or go to one.", do: (*desk).open},
		{name: "new", help: "Begin an empty session.", do: (*desk).begin},
		{name: "help", form: "[WORD]", help: "List the words, or explain one.",
			do: func(d *desk, rest string) { d.help(strings.Fields(rest)) }},
		{name: "keys", help: "List every key of the desktop.", do: func(d *desk, _ string) { d.keys(nil) }},
		{name: "version", help: "Say which version this is.", do: func(d *desk, _ string) { d.version(nil) }},
		{name: "quit", help: "Leave. A session that is kept is saved.", do: func(d *desk, _ string) { d.left = true }},
	}
}

// wordNamed finds a word; writer1 to writer9 choose who acts.
func wordNamed(name string) (word, bool) {
	if n, ok := strings.CutPrefix(name, "writer"); ok && len(n) == 1 && n[0] >= '1' && n[0] <= '9' {
		return word{name: name, do: func(d *desk, _ string) { d.as(n) }}, true
	}
	list := words()
	at := slices.IndexFunc(list, func(w word) bool { return w.name == name })
	if at < 0 {
		return word{}, false
	}
	return list[at], true
}

// isLook says whether a word of the palette has no meaning without a screen.
func isLook(name string) bool {
	_, _, ok := command.Line(name)
	return ok
}

// tells says whether a word would tell the answer to an open question.
func (w word) tells() bool {
	c, _, ok := command.Line(w.name)
	return ok && command.Tells(c.Intent) || w.name == "end"
}

// explained is the word's sentence: its own, else the command table's.
func (w word) explained() string {
	if c, _, ok := command.Line(w.name); ok && w.help == "" {
		return c.Help
	}
	return w.help
}

func wordNames() []string {
	list := words()
	names := make([]string, len(list))
	for i, w := range list {
		names[i] = w.name
	}
	return names
}
