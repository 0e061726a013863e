package widget

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// key makes the message of a key from its name: "a", "ctrl+shift+left", "space".
func key(name string) tea.KeyPressMsg {
	named := map[string]rune{"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape,
		"backspace": tea.KeyBackspace,
		"delete":    tea.KeyDelete, "left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "insert": tea.KeyInsert}
	mods := map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}
	var msg tea.KeyPressMsg
	parts := strings.Split(name, "+")
	for _, mod := range parts[:len(parts)-1] {
		msg.Mod |= mods[mod]
	}
	last := parts[len(parts)-1]
	if last == "space" {
		last = " "
	}
	if code, ok := named[last]; ok {
		msg.Code = code
		return msg
	}
	msg.Code = []rune(last)[0]
	if len([]rune(last)) > 1 {
		msg.Code = tea.KeyExtended
	}
	if msg.Mod&(tea.ModCtrl|tea.ModAlt) == 0 {
		msg.Text = last
	}
	return msg
}

// read sets a text with its cursor as `|` and the other end of the selection as `^`.
func read(t testing.TB, e *Editor, drawn string) {
	t.Helper()
	plain := strings.NewReplacer("|", "", "^", "").Replace(drawn)
	if err := e.SetText(plain); err != nil {
		t.Fatal(err)
	}
	where := func(sign, other string) (Pos, bool) {
		head, _, found := strings.Cut(strings.ReplaceAll(drawn, other, ""), sign)
		return after(Pos{}, head), found
	}
	if anchor, found := where("^", "|"); found {
		e.anchor, e.selected = anchor, true
	}
	e.cursor, _ = where("|", "^")
}

// draw is the inverse of read.
func draw(e *Editor) string {
	put := func(s string, p Pos, sign string) string {
		lines := strings.SplitAfter(s, "\n")
		lines[p.Line] = lines[p.Line][:p.Byte] + sign + lines[p.Line][p.Byte:]
		return strings.Join(lines, "")
	}
	if !e.selected || e.anchor == e.cursor {
		return put(e.Text(), e.cursor, "|")
	}
	if e.anchor.Before(e.cursor) {
		return put(put(e.Text(), e.cursor, "|"), e.anchor, "^")
	}
	return put(put(e.Text(), e.anchor, "^"), e.cursor, "|")
}

// A family of three: one cluster of five code points.
const family = "👩‍👩‍👧"

// keyTests are the keys of the text area: a text, the keys, the text after them.
var keyTests = []struct{ before, keys, after string }{
	// Typing.
	{"|", "H i space J", "Hi J|"},
	{"ab|", "enter c", "ab\nc|"},
	{"ab|cd", "ctrl+m", "ab\n|cd"},
	{"ab|", "shift+enter", "ab\n|"},
	{"^Open| 9", "X", "X| 9"},
	// By clusters.
	{"a" + family + "|b", "left", "a|" + family + "b"},
	{"a|" + family + "b", "right", "a" + family + "|b"},
	{"日本|語", "ctrl+b", "日|本語"},
	{"Мы|й", "right", "Мый|"},
	{"e\u0301|x", "backspace", "|x"},
	{"|e\u0301x", "delete", "|x"},
	{"🇩🇪🇫🇷|", "backspace", "🇩🇪|"},
	// Over line ends.
	{"ab|\ncd", "right", "ab\n|cd"},
	{"ab\n|cd", "left", "ab|\ncd"},
	{"ab\n|cd", "backspace", "ab|cd"},
	{"ab|\ncd", "ctrl+d", "ab|cd"},
	{"|ab", "left backspace ctrl+h", "|ab"},
	{"ab|", "right delete", "ab|"},
	// By words.
	{"|one two", "alt+f", "one| two"},
	{"one| two", "ctrl+right", "one two|"},
	{"one two|", "alt+b", "one |two"},
	{"one |two", "alt+left", "|one two"},
	{"one|\n\n  two", "alt+right", "one\n\n  two|"},
	{"one\n\n  |two", "ctrl+left", "|one\n\n  two"},
	{"привет |мир", "ctrl+right", "привет мир|"},
	{"one two|", "ctrl+w", "one |"},
	{"one two|", "alt+backspace", "one |"},
	{"one| two!", "alt+d", "one|!"},
	{"one| two!", "ctrl+delete", "one|!"},
	// Lines and the whole text.
	{"ab\nc|d", "ctrl+a", "ab\n|cd"},
	{"ab\nc|d", "home", "ab\n|cd"},
	{"a|b\ncd", "ctrl+e", "ab|\ncd"},
	{"a|b\ncd", "end", "ab|\ncd"},
	{"ab\nc|d", "ctrl+home", "|ab\ncd"},
	{"a|b\ncd", "ctrl+end", "ab\ncd|"},
	{"a|bc\nd", "ctrl+k", "a|\nd"},
	{"a|\nd", "ctrl+k", "a|d"},
	{"ab|c", "ctrl+u", "|c"},
	// Rows: the column is kept over a shorter line.
	{"long|er\nab\nlonger", "down", "longer\nab|\nlonger"},
	{"long|er\nab\nlonger", "down ctrl+n", "longer\nab\nlong|er"},
	{"longer\nab\nlong|er", "ctrl+p up", "long|er\nab\nlonger"},
	{"ab日|\nabcdef", "down", "ab日\nabcd|ef"},
	{"a\nb\n\nc|", "ctrl+up", "a\nb\n|\nc"},
	{"|a\nb\n\nc", "alt+down", "a\nb\n|\nc"},
	// Selection.
	{"ab|cd", "shift+right shift+right", "ab^cd|"},
	{"ab|cd", "shift+left", "a|b^cd"},
	{"one |two", "ctrl+shift+right", "one ^two|"},
	{"a|b\ncd", "shift+down", "a^b\nc|d"},
	{"a|b\ncd", "shift+end", "a^b|\ncd"},
	{"a^bc|d", "left", "a|bcd"},
	{"a^bc|d", "right", "abc|d"},
	{"a^b\nc|d", "backspace", "a|d"},
	{"a^b\nc|d", "delete", "a|d"},
	{"a^bc|d", "ctrl+g", "abc|d"},
	// Letters.
	{"|hello you", "alt+u", "HELLO| you"},
	{"|HELLO you", "alt+l", "hello| you"},
	{"|hELLO you", "alt+c", "Hello| you"},
	{"а |мир", "alt+c", "а Мир|"},
	{"ab|cd", "ctrl+t", "acb|d"},
	{"abcd|", "ctrl+t", "abdc|"},
	{"|ab", "ctrl+t", "|ab"},
	// Clipboard within the editor.
	{"^ab|cd", "ctrl+x end ctrl+v", "cdab|"},
	{"^ab|cd", "ctrl+c end ctrl+v ctrl+v", "abcdabab|"},
}

func TestKeysOfTheTextArea(t *testing.T) {
	for _, test := range keyTests {
		e := NewEditor(0)
		read(t, e, test.before)
		for _, name := range strings.Fields(test.keys) {
			if _, taken := e.Update(key(name)); !taken {
				t.Errorf("%q: %s was not taken", test.before, name)
			}
		}
		if got := draw(e); got != test.after {
			t.Errorf("%q %s: got %q, want %q", test.before, test.keys, got, test.after)
		}
	}
}

// What the text area does not keep belongs to the desktop.
func TestKeysLeftToTheDesktop(t *testing.T) {
	for _, name := range strings.Fields(
		"esc tab shift+tab ctrl+c ctrl+x ctrl+s ctrl+r ctrl+o ctrl+l ctrl+q alt+1 alt+x alt+e") {
		e := NewEditor(0)
		read(t, e, "ab|c")
		if _, taken := e.Update(key(name)); taken {
			t.Errorf("%s was taken", name)
		}
		if got := draw(e); got != "ab|c" {
			t.Errorf("%s left %q", name, got)
		}
	}
}

// Every key that the text area keeps is taken, whatever it does there.
func TestKeysKept(t *testing.T) {
	kept := "a Z 1 ; space enter backspace delete left right up down home end pgup pgdown"
	for _, c := range "abdefghkmnptuvw" {
		kept += " ctrl+" + string(c)
	}
	for _, c := range "bcdflu" {
		kept += " alt+" + string(c)
	}
	for _, mod := range []string{"ctrl", "alt", "shift", "ctrl+shift", "alt+shift"} {
		for _, arrow := range []string{"left", "right", "up", "down"} {
			kept += " " + mod + "+" + arrow
		}
	}
	for _, name := range strings.Fields(kept) {
		e := NewEditor(0)
		read(t, e, "|")
		if _, taken := e.Update(key(name)); !taken {
			t.Errorf("%s was not taken", name)
		}
	}
}

// On a keyboard that is not Latin the key's place counts.
func TestKeyByItsPlace(t *testing.T) {
	e := NewEditor(0)
	read(t, e, "ab|")
	e.Update(tea.KeyPressMsg{Code: 'ф', BaseCode: 'a', Mod: tea.ModCtrl})
	if got := draw(e); got != "|ab" {
		t.Errorf("ctrl and the key of a: %q", got)
	}
}

func TestUndoGoesByWords(t *testing.T) {
	e := NewEditor(0)
	type1 := func(text string) {
		for _, r := range text {
			name := string(r)
			if r == ' ' {
				name = "space"
			}
			e.Update(key(name))
		}
	}
	type1("one two")
	want := func(key1, drawn string) {
		t.Helper()
		e.Update(key(key1))
		if got := draw(e); got != drawn {
			t.Fatalf("%s: got %q, want %q", key1, got, drawn)
		}
	}
	want("ctrl+z", "one |")
	want("ctrl+z", "|")
	want("ctrl+z", "|")
	want("ctrl+y", "one |")
	want("ctrl+y", "one two|")
	want("backspace", "one tw|")
	want("backspace", "one t|")
	want("ctrl+z", "one two|")
	want("backspace", "one tw|")
	want("ctrl+y", "one tw|") // a new change forgets what was undone
	want("left", "one t|w")
	want("X", "one tX|w")
	want("ctrl+z", "one t|w")
	want("ctrl+z", "one two|")
}

func TestPasteIsOneStepWithPlainLineEnds(t *testing.T) {
	e := NewEditor(0)
	read(t, e, "<|>")
	if _, taken := e.Update(tea.PasteMsg{Content: "a\r\nb\rc"}); !taken {
		t.Fatal("not taken")
	}
	if got := draw(e); got != "<a\nb\nc|>" {
		t.Errorf("got %q", got)
	}
	e.Undo()
	if got := draw(e); got != "<|>" {
		t.Errorf("after undo %q", got)
	}
}

// TestOfATooLongPasteGoesInWhatFits: no letter is cut in two, and a sentence says what is missing.
func TestOfATooLongPasteGoesInWhatFits(t *testing.T) {
	e := NewEditor(8)
	read(t, e, "12345|")
	e.Update(tea.PasteMsg{Content: "6ü8x"})
	if draw(e) != "123456ü|" || !strings.Contains(e.Refusal(), "3 of 5 bytes") ||
		!strings.Contains(e.Refusal(), "8 is the limit") {
		t.Errorf("%q, refusal %q", draw(e), e.Refusal())
	}
	read(t, e, "12345|")
	e.SelectAll()
	e.Update(tea.PasteMsg{Content: "abcdefghijk"})
	if draw(e) != "abcdefgh|" || e.Refusal() == "" {
		t.Errorf("over a selection: %q, refusal %q", draw(e), e.Refusal())
	}
	if e.Undo(); e.Text() != "12345" {
		t.Errorf("one undo leaves %q", e.Text())
	}
	read(t, e, "12345|")
	e.Update(tea.PasteMsg{Content: "678"})
	if draw(e) != "12345678|" || e.Refusal() != "" {
		t.Errorf("what fits exactly: %q, refusal %q", draw(e), e.Refusal())
	}
	e.Update(key("9"))
	if draw(e) != "12345678|" || e.Refusal() == "" {
		t.Errorf("a key beyond the limit: %q, refusal %q", draw(e), e.Refusal())
	}
	if err := e.SetText("123456789"); err == nil || e.Text() != "12345678" {
		t.Errorf("SetText beyond the limit: %v, text %q", err, e.Text())
	}
}

func TestTextIsByteForByte(t *testing.T) {
	for _, text := range []string{"", "\n", "a\r\nb\r\n", "a\tb\x00\xff\x1b[31m", "\ufeffx", "e\u0301\n\u0301"} {
		e := NewEditor(0)
		if err := e.SetText(text); err != nil || e.Text() != text || e.Size() != len(text) {
			t.Errorf("%q came back as %q, size %d, %v", text, e.Text(), e.Size(), err)
		}
	}
}

func TestClipboardIsAskedFor(t *testing.T) {
	ben := NewEditor(0)
	if cmd, taken := ben.Update(key("ctrl+v")); !taken || cmd == nil {
		t.Fatal("an empty clipboard does not ask the terminal")
	}
	ben.Update(tea.ClipboardMsg{Content: "from outside "})
	if _, taken := ben.Update(tea.ClipboardMsg{Content: "again"}); taken {
		t.Error("an answer that nobody waits for was taken")
	}
	ben.SelectAll()
	if cmd, _ := ben.Update(key("ctrl+c")); cmd == nil {
		t.Error("copy does not set the clipboard of the terminal")
	}
	ben.Update(key("end"))
	ben.Update(key("ctrl+v"))
	if got := ben.Text(); got != "from outside from outside " {
		t.Errorf("got %q", got)
	}
}
