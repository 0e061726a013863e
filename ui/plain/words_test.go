package plain

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"interleave/engine/scenario"
	"interleave/ui/command"
	"interleave/ui/sessions"
)

// TestEveryWordOfThePaletteIsAWordHere: the two speak the same words, but for three that are about the screen.
func TestEveryWordOfThePaletteIsAWordHere(t *testing.T) {
	looks := []string{"client-eyes", "layout", "theme"}
	for _, c := range command.All() {
		if _, known := wordNamed(c.Word); c.Word != "" && !known && !slices.Contains(looks, c.Word) {
			t.Errorf("%q of %s is no word of the plain mode", c.Word, c.ID)
		}
	}
}

func TestEveryWordIsExplainedOnceInASentence(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range words() {
		if text := w.explained(); !strings.HasSuffix(text, ".") {
			t.Errorf("%s is explained by %q", w.name, text)
		}
		if seen[w.name] {
			t.Errorf("%s is there twice", w.name)
		}
		seen[w.name] = true
	}
}

// TestNoStatementIsHidden: a word that begins a statement too must say when the line is one.
func TestNoStatementIsHidden(t *testing.T) {
	for _, w := range words() {
		if slices.Contains(scenario.Keywords(), w.name) && w.also == nil && w.name != "bookmark" && w.name != "back" {
			t.Errorf("%s hides the statement of that name", w.name)
		}
	}
}

// TestNothingThatATerminalObeysGetsOut: a name or a text may hold anything.
func TestNothingThatATerminalObeysGetsOut(t *testing.T) {
	var out bytes.Buffer
	in := strings.NewReader(
		"writer cy \"Cy\x1b[2J\"\nseed: put-blob wiki/x \"\x1b]0;title\x07\u009b31m \u202e\u2066\"\nobject wiki/x\n" +
			"truth\ncopy\n")
	Main(nil, []string{"--plain", "--ephemeral"}, in, &out, &out)
	if !strings.Contains(out.String(), `Cy\x1b[2J`) {
		t.Fatalf("the writer with the odd name is not there:\n%s", out.String())
	}
	for _, r := range out.String() {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r) {
			t.Fatalf("%q got out", r)
		}
	}
}

// TestNothingIsAskedWhereNobodySits: prompts are for terminals.
func TestNothingIsAskedWhereNobodySits(t *testing.T) {
	var out bytes.Buffer
	if code := Main(nil, []string{"--plain", "--ephemeral"}, strings.NewReader("step\n\n"), &out, &out); code != 0 {
		t.Errorf("code %d", code)
	}
	if strings.Contains(out.String(), "> ") {
		t.Errorf("there is a prompt:\n%s", out.String())
	}
}

// TestForbiddenWordsAreInNoSentence: no sentence says a word of a machine, of ourselves, of blame.
func TestForbiddenWordsAreInNoSentence(t *testing.T) {
	var out bytes.Buffer
	Main(nil, []string{"help"}, strings.NewReader(""), &out, &out)
	Main(nil, []string{"ops"}, strings.NewReader(""), &out, &out)
	// the codes of the service keep their names, as InvalidMetadata
	never := regexp.MustCompile(`(?i)\b(failed|invalid|oops|please)\b`)
	for line := range strings.Lines(out.String()) {
		if never.MatchString(line) && !strings.HasPrefix(line, "    refuses ") { // Redis has sentences for codes
			t.Errorf("a word that nobody should read stands in %q", line)
		}
	}
}

// turns hands over one line after the other; before the second one it does something.
type turns struct {
	lines  []string
	before func()
}

func (l *turns) Read(p []byte) (int, error) {
	if len(l.lines) == 0 {
		return 0, io.EOF
	}
	if len(l.lines) == 2 {
		l.before()
	}
	n := copy(p, l.lines[0]+"\n")
	l.lines = l.lines[1:]
	return n, nil
}

// A script whose file is changed meanwhile is told once, with the way to load it again; the session goes on as it was
// loaded.
func TestAScriptThatChangesOnDiskIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.race")
	text := "writer ann \"Ana\"\nseed: create-container docs\nann: put-blob docs/a one\nann: put-blob docs/a two\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	in := &turns{lines: []string{"step", "run", "run-to-mark"}, before: func() {
		if err := os.WriteFile(file, []byte("writer ann \"Ana\"\n"), 0o600); err != nil {
			t.Error(err)
		}
	}}
	Main(nil, []string{"--plain", "--ephemeral", file}, in, &out, &out)
	told := file + " has changed on disk. open " + file + " loads it again; this session goes on as it was loaded."
	if strings.Count(out.String(), told) != 1 || !strings.Contains(out.String(), "#3   PUT docs/a") {
		t.Errorf("%q is not told once, or the session ended:\n%s", told, out.String())
	}
}

// A word that is a subcommand is suggested to who mistypes it as a file, by a package that does not know this one.
func TestEverySubcommandIsKnownAtTheStart(t *testing.T) {
	var words []string
	for _, s := range subcommands() {
		words = append(words, s.word)
	}
	if !slices.Equal(words, sessions.Subcommands) {
		t.Errorf("sessions.Subcommands are %v, the subcommands %v", sessions.Subcommands, words)
	}
}

// full is an output that takes nothing more.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestWhatDoesNotGetOutIsNotCalledWell: a script that writes to a full disk has to know.
func TestWhatDoesNotGetOutIsNotCalledWell(t *testing.T) {
	var errOut strings.Builder
	if code := Main(nil, []string{"ops"}, strings.NewReader(""), full{}, &errOut); code != exitUnmet ||
		!strings.Contains(errOut.String(), "cannot be written: no space left") {
		t.Errorf("code %d, said %q", code, errOut.String())
	}
}

// What a report's reader asks for in words that only scenarios have: a number behind the word that has listed it is its
// choice, a mistake says what there is instead, and each form of the grammar has help.
func TestFormsAreFoundByWhoAsks(t *testing.T) {
	said := func(lines ...string) string {
		t.Helper()
		var out bytes.Buffer
		Main(nil, []string{"--plain", "--ephemeral"}, strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, &out)
		return out.String()
	}
	for want, lines := range map[string][]string{
		"guard is if-match\n":              {"guard", "guard 2"},
		"has a plan":                       {"plan", "plan 1"},
		"(plan-retry-after-a-lost-answer)": {"plan"},
		"seed: VERB ...":                   {"seed put-blob wiki/x y"},
		"update-entity takes it":           {`ana: insert-or-replace-entity t/p/r "a=1" if-match=*`},
		`has no "n"; its property n is $g..n`: {"ann: create-table acc", "ann: insert-entity acc/p/1 .n=1",
			"ann: get-entity acc/p/1 as g", "ann: merge-entity acc/p/1 .k=$g.n if-match=*"},
		`has no "colour"; it has body, etag`: {"ann: get-blob wiki/home.md as g", "do put-blob wiki/home.md $g.colour"},
		"service  #9   201":                  {"ann: put-blob wiki/home.md x fault=InternalError", "again"},
		"... again=NAME":                     {"help again="},
		"blob: ServerBusy":                   {"help fault="},
		"bucket.contention=on":               {"help arrive"},
		"on lost NAME":                       {"help lost"},
		"lease, lets pass who names none":    {"help allows"},
		"has another name in this row":       {"help -"},
		"There is no help on \"nonesuch\".":  {"help nonesuch"},
		"interleave rules blob isolation":    {"help isolation"},
	} {
		if text := said(lines...); !strings.Contains(text, want) {
			t.Errorf("%q does not say %q:\n%s", lines, want, text)
		}
	}
}
