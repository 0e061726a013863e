package export_test

import (
	"errors"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/export"
	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/engine/room"
)

// What is made of a session is a sound lesson: its answers are the engine's.
func TestALessonMadeOfASessionIsSound(t *testing.T) {
	for _, name := range []string{"blob/wiki.race", "blob/wiki-no-guard.race", "table/t01-lost-update-prevented.race",
		"queue/q02-slow-worker.race"} {
		text, why := export.Write(played(t, name), engine.ObjectID{}, export.AsLesson, export.Made{})
		if why != "" {
			t.Errorf("%s: %s", name, why)
			continue
		}
		for _, sentence := range lesson.Check(stem(name), text, catalog.Services()) {
			t.Errorf("%s\n%s", sentence, text)
		}
	}
}

// The back of a handout tells what happened in the session, on every branch of it: the story, the difference, the
// messages. Its front tells nothing of that.
func TestTheBackOfAHandoutTellsWhatHappened(t *testing.T) {
	front, back, _ := strings.Cut(handout(t, "lessons/02-every-answer-was-a-success.race"), lesson.PageBreak)
	_, happened, _ := strings.Cut(back, "## What happened")
	happened, _, _ = strings.Cut(happened, "## To take home")
	for _, want := range []string{"lost update: Ana", "lost update: Ben",
		"stale write: Ana", // the question's, the goals'
		"```diff\n- Open 9 to 5 ", "+ Open 10 to 6 ", "+ Open 9 to 5, closed on Sunday ",
		"```mermaid\nsequenceDiagram\n    actor w1 as Ana\n"} {
		if !strings.Contains(happened, want) {
			t.Errorf("the back does not tell %q:\n%s", want, happened)
		}
		if strings.Contains(front, want) {
			t.Errorf("the front tells %q", want)
		}
	}
}

// handout is that of a lesson which was played its author's way.
func handout(t *testing.T, name string) string {
	t.Helper()
	script, err := races.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r := room.New(catalog.New, room.Options{})
	for err = r.Load(name, script); err == nil; {
		if r.View().Gate != nil {
			err = r.PassQuestion(false)
		} else {
			_, err = r.Step()
		}
	}
	if !errors.Is(err, room.ErrNothing) {
		t.Fatal(err)
	}
	text, why := export.Write(r, engine.ObjectID{}, export.AsHandout, export.Made{})
	if why != "" {
		t.Fatal(why)
	}
	return string(text)
}

// On paper every handout has its front and its back, every arrow and note of its diagrams, and nothing of Markdown.
func TestAHandoutOnPaperLosesNothing(t *testing.T) {
	for _, name := range races.Of("lessons") {
		text := handout(t, name)
		drawn := 0
		for row := range strings.Lines(text) {
			if strings.HasPrefix(row, "    ") && strings.Contains(row, ": ") &&
				(strings.Contains(row, "->>") || strings.Contains(row, "-x") || strings.Contains(row, "Note over")) {
				drawn++
			}
		}
		page := string(export.Paper(text))
		body := strings.Count(page, "<svg ") - strings.Count(page, "<thead>")
		if drawn == 0 || body != drawn || strings.Count(page, "<thead>") != strings.Count(text, "```mermaid") {
			t.Errorf("%s: %d of %d rows of diagrams", name, body, drawn)
		}
		// what stands on a page of its own is more than a row
		for _, table := range strings.Split(page, "<tbody>")[1:] {
			table, _, _ = strings.Cut(table, "</tbody>")
			rows := strings.Split(table, "</tr>")
			first, last := strings.Count(rows[0], "<svg "), strings.Count(rows[len(rows)-2], "<svg ")
			if all := strings.Count(table, "<svg "); min(first, last) < min(all, 4) {
				t.Errorf("%s: a diagram of %d rows begins with %d and ends with %d", name, all, first, last)
			}
		}
		if n := strings.Count(page, `class="break"`); n != 1 {
			t.Errorf("%s: %d breaks", name, n)
		}
		for _, left := range []string{"```", "**", "- [ ]", "\n## ", "\\#", "#35;", "&lt;div", "....."} {
			if strings.Contains(page, left) {
				t.Errorf("%s: %q is left of the Markdown", name, left)
			}
		}
	}
}

// Stars between blanks are stars, what stands in code is as it is, and a long row of dots is a line to write on.
func TestPaperReadsMarkdown(t *testing.T) {
	page := string(export.Paper("# A & B\n\nName: " + strings.Repeat(".", 64) +
		"\n\n**1. So?** *Yes*, with `a * <b>`, if-none-match *, or \\#3.\n" +
		"\n- [ ] 1: one\n\n1. first\n2. second\n\n```sh\ncurl <x>\n```\n"))
	for _, want := range []string{"<title>A &amp; B</title>", "<h1>A &amp; B</h1>", `Name: <span class="write"></span>`,
		"<strong>1. So?</strong> <em>Yes</em>, with <code>a * &lt;b&gt;</code>, if-none-match *, or #3.",
		"<ul class=\"choices\">\n<li>1: one</li>\n</ul>", "<ol>\n<li>first</li>\n<li>second</li>\n</ol>",
		"<pre>curl &lt;x&gt;</pre>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}
