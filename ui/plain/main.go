package plain

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"unicode"

	"interleave/engine/scenario"
	"interleave/persist"
)

// The exit codes.
const (
	exitOK     = 0
	exitUnmet  = 1 // an expectation did not hold, or a session cannot be kept
	exitWrong  = 2 // wrong arguments, or a file that cannot be read
	usageFirst = "interleave [flags] [FILE...], or interleave run, export, ops, help, keys, version."
)

// subcommand is a first word that is no file.
type subcommand struct {
	word, form, help string
	run              func(p *program, args []string) int
}

// program is one call of Main: its streams, made safe for any terminal.
type program struct {
	in           io.Reader
	out, errOut  io.Writer
	conversation bool      // a person sits at the input
	raw          io.Writer // the output as it is, for what is not read from the screen
	cast         Cast      // nil: there are no frames to record
}

func subcommands() []subcommand {
	return []subcommand{
		{"run", "run FILE... [-update] [-json]",
			"Plays scenario files and says which expectations held. FILE may be a race of the library, as wiki.",
			(*program).run},
		{"export", "export -format report|mermaid|scenario|jsonl|asciicast FILE [-o OUT] [-over]",
			"Plays a race to its end and writes what came of it, to a file or to the output.", (*program).export},
		{"ops", "ops [-json]", "Lists every operation with its parameters, answers, refusals and sources.",
			(*program).ops},
		{"help", "help [WORD]", "Explains a command, a word of the plain mode or an operation.", (*program).help},
		{"keys", "keys", "Lists every key of the desktop.", (*program).keys},
		{"version", "version", "Says which version this is.", (*program).version},
	}
}

func subcommandOf(args []string) (subcommand, bool) {
	for _, s := range subcommands() {
		if len(args) > 0 && args[0] == s.word {
			return s, true
		}
	}
	return subcommand{}, false
}

// Wants says whether a start is for this package: a subcommand, arguments that cannot be read, --plain, or no terminal
// to draw on.
func Wants(args []string, in, out *os.File) bool {
	if _, ok := subcommandOf(args); ok {
		return true
	}
	c, err := Flags(args)
	return err != nil || c.Plain || c.Help || os.Getenv("TERM") == "dumb" || !isTerminal(in) || !isTerminal(out)
}

// Main carries out a subcommand, or the plain mode, and says with which code the program ends: 0 when all went as it
// should, 1 when an expectation did not hold or the session cannot be kept, 2 for wrong arguments or a file that cannot
// be read.
func Main(args []string, in io.Reader, out, errOut io.Writer) (code int) {
	return MainWith(nil, args, in, out, errOut)
}

// MainWith is Main with somebody who can record a session.
func MainWith(cast Cast, args []string, in io.Reader, out, errOut io.Writer) (code int) {
	p := &program{in: in, out: &harmless{out}, errOut: &harmless{errOut}, conversation: isTerminal(in), raw: out,
		cast: cast}
	if s, ok := subcommandOf(args); ok {
		return s.run(p, args[1:])
	}
	choice, err := Flags(args)
	switch {
	case err != nil:
		return p.wrong("%s", Sentence(err))
	case choice.Help:
		return p.help(nil)
	}
	if !p.conversation && choice.Session == "" {
		choice.Ephemeral = true // nobody sits there who would want it kept
		choice.Demo = choice.Demo || len(choice.Files) == 0
	}
	shelf := NewShelf(func() {})
	session, err := shelf.Open(choice)
	if err != nil {
		return p.refused(err)
	}
	defer closeOnSignal(shelf)()
	defer p.broke(shelf, &code)
	code = p.converse(shelf, session)
	if err := shelf.Close(); err != nil {
		return p.refused(err)
	}
	return code
}

// broke saves the session when the program itself breaks, and says how to open it again.
func (p *program) broke(shelf *Shelf, code *int) {
	why := recover()
	if why == nil {
		return
	}
	where := shelf.Current().Path()
	*code = exitUnmet
	switch err := shelf.Close(); {
	case err != nil:
		fmt.Fprintf(p.errOut, "The program broke: %v. %s\n", why, Sentence(err))
	case where == "":
		fmt.Fprintf(p.errOut, "The program broke: %v. Nothing of this session is saved.\n", why)
	default:
		fmt.Fprintf(p.errOut, "The program broke: %v. The session is saved; this opens it again:\ninterleave "+
			"--session %s\n", why, Quoted(where))
	}
}

// closeOnSignal saves when the system ends the program while it waits for a line.
func closeOnSignal(shelf *Shelf) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		if _, ok := <-signals; ok {
			_ = shelf.Close() // nobody is there to be told
			os.Exit(exitUnmet)
		}
	}()
	return func() { signal.Stop(signals); close(signals) }
}

// wrong says what is wrong with the arguments, and the nearest right form.
func (p *program) wrong(format string, args ...any) int {
	fmt.Fprintf(p.errOut, format+"\n", args...)
	return exitWrong
}

// refused says why a start or an end was not possible.
func (p *program) refused(err error) int {
	fmt.Fprintln(p.errOut, Sentence(err))
	var trouble *persist.Trouble
	if errors.As(err, &trouble) {
		if errors.Is(err, persist.ErrLocked) {
			fmt.Fprintf(p.errOut, "interleave --copy --session %s opens a copy of it.\n", Quoted(trouble.Path))
		}
		return exitUnmet
	}
	return exitWrong
}

// Sentence is an error as a person is told it.
func Sentence(err error) string {
	var trouble *persist.Trouble
	if errors.As(err, &trouble) {
		return trouble.Hint()
	}
	text := err.Error()
	if told := (told)(""); errors.As(err, &told) {
		return text
	}
	if !strings.HasSuffix(text, ".") && !strings.Contains(text, "\n") {
		text += "."
	}
	first := []rune(text)
	first[0] = unicode.ToUpper(first[0])
	return string(first)
}

// told is an error that is a sentence already; it may begin with a file's name.
type told string

func (t told) Error() string { return string(t) }

// nearest is the end of a sentence about a word that is not known.
func nearest(word string, among []string) string {
	if near := scenario.Suggest(word, among); near != "" {
		return fmt.Sprintf(" Did you mean %s?", near)
	}
	return ""
}

// Quoted is a path as a shell takes it.
func Quoted(path string) string {
	plain := func(r rune) bool {
		return r == '/' || r == '.' || r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	if path != "" && strings.IndexFunc(path, func(r rune) bool { return !plain(r) }) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

func (p *program) version(args []string) int {
	if len(args) > 0 {
		return p.wrong("version takes no arguments.")
	}
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	fmt.Fprintf(p.out, "interleave %s\n", version)
	return exitOK
}

// isTerminal says whether a stream is a terminal. The null device is one by its mode, and is none.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// harmless lets through what no terminal takes for a command: text, newlines and tabs.
type harmless struct{ to io.Writer }

func (h *harmless) Write(text []byte) (int, error) {
	_, err := io.WriteString(h.to, strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, string(text)))
	return len(text), err
}
