package plain

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"unicode"

	"interleave/engine/endpoint"
	"interleave/persist"
	"interleave/ui/sessions"
)

// The exit codes.
const (
	exitOK     = 0
	exitUnmet  = 1 // an expectation did not hold, or a session cannot be kept
	exitWrong  = 2 // wrong arguments, or a file that cannot be read
	usageFirst = "interleave [flags] [FILE...], or interleave run, orders, export, ops, help, keys, version."
)

// subcommand is a first word that is no file: its flags are one set, which its -h explains.
type subcommand struct {
	word, words, help string // words: what stands behind it, as `FILE...`
	flags             func(*flag.FlagSet) (run func(p *program, words []string) int)
}

// program is one call of Main: its streams, made safe for any terminal.
type program struct {
	in           io.Reader
	out, errOut  io.Writer
	conversation bool      // a person sits at the input
	raw          io.Writer // the output as it is, for what is not read from the screen
	rawErr       io.Writer // as raw, for errors
	cast         Cast      // nil: there are no frames to record
}

func subcommands() []subcommand {
	return []subcommand{
		{"run", "FILE...", "Plays scenario files and says which expectations held. FILE may be a race of the " +
			"library, such as wiki.", runFlags},
		{"orders", "FILE...", "Finds every order of the requests of scenario files: what comes out, in how many " +
			"orders, and the shortest order of each mark. What was typed by hand is taken as the plans of its writers.",
			ordersFlags},
		{"export", "FILE", "Plays a race to its end and writes what came of it, to a file or to the output.",
			exportFlags},
		{"serve", "", "Listens for real programs with the official client libraries until a signal comes: they " +
			"are the writers.", serveFlags},
		{"watch", "-- COMMAND ARG...", "Runs a program against the embedded services, and says, by its exit status " +
			"too, which of its writes silently lost somebody's work.", watchFlags},
		{"lessons", "", "Lists the lessons, puzzles and cases, with what was learned.", lessonsFlags},
		{"lesson", "NUMBER|check FILE...", "Plays a lesson as lines, or says whether lesson files are sound: their " +
			"answers true, their goals within reach, their pages not too long.", lessonFlags},
		{"grade", "LESSON FILE...",
			"Compares what people answered with a lesson: a text each, the name on line 1, then " +
				"QUESTION: CHOICE a line.", without((*program).grade)},
		{"ops", "", "Lists every operation with its parameters, answers, refusals and sources.", opsFlags},
		{"rules", "[SERVICE [WORD]]",
			"Shows what the documents say of a service, what was observed and what is open: " +
				"its page, or the sections that a word, a code or an operation leads to.", without((*program).rules)},
		{"help", "[WORD]", "Explains a command, a word of the plain mode or an operation.", without((*program).help)},
		{"keys", "", "Lists every key of the desktop.", keysFlags},
		{"version", "", "Says which version this is.", without((*program).version)},
	}
}

// without is a subcommand that has no flags.
func without(run func(p *program, words []string) int) func(*flag.FlagSet) func(*program, []string) int {
	return func(*flag.FlagSet) func(*program, []string) int { return run }
}

// set binds the flags and says what carries the subcommand out with them.
func (s subcommand) set() (*flag.FlagSet, func(*program, []string) int) {
	set := flag.NewFlagSet(s.word, flag.ContinueOnError)
	return set, s.flags(set)
}

// form is how the subcommand is called.
func (s subcommand) form() string {
	words, command, _ := strings.Cut(s.words, "-- ") // what follows -- is another program's
	form := strings.TrimSpace(s.word + " " + words)
	set, _ := s.set()
	set.VisitAll(func(f *flag.Flag) {
		value, _ := flag.UnquoteUsage(f)
		form += " [" + strings.TrimSpace("-"+f.Name+" "+value) + "]"
	})
	if command != "" {
		form += " -- " + command
	}
	return form
}

// call reads the flags and carries the subcommand out.
func (s subcommand) call(p *program, args []string) int {
	set, run := s.set()
	words, err := sessions.Parse(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		p.explain(s)
		return exitOK
	case err != nil:
		return p.wrong("%s", sessions.Sentence(err))
	case s.words == "" && len(words) > 0:
		return p.wrong("%s takes no %s. interleave %s -h explains it.", s.word, words[0], s.word)
	}
	return run(p, words)
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
	c, err := sessions.Flags(args)
	return err != nil || c.Plain || c.Notes != "" || c.Help || os.Getenv("TERM") == "dumb" || !isTerminal(in) ||
		!isTerminal(out)
}

// Main carries out a subcommand, or the plain mode, and says with which code the program ends: 0 when all went as it
// should, 1 when an expectation did not hold or the session cannot be kept, 2 for wrong arguments or a file that cannot
// be read. Cast records a session; nil: nobody can.
func Main(cast Cast, args []string, in io.Reader, out, errOut io.Writer) (code int) {
	watched := &watchedWriter{to: out}
	defer func() { code = watched.ended(errOut, code) }()
	out = watched
	p := &program{in: in, out: &harmless{out}, errOut: &harmless{errOut}, conversation: isTerminal(in), raw: out,
		rawErr: errOut,
		cast:   cast}
	if s, ok := subcommandOf(args); ok {
		return s.call(p, args[1:])
	}
	choice, err := sessions.Flags(args)
	switch {
	case err != nil:
		return p.wrong("%s", sessions.Sentence(err))
	case choice.Help:
		return p.help(nil)
	}
	if choice.Notes != "" {
		return p.notes(choice.Notes)
	}
	return p.play(choice)
}

// play plays a session as lines.
func (p *program) play(choice sessions.Choice) (code int) {
	if !p.conversation && choice.Session == "" {
		choice.Ephemeral = true // nobody sits there who would want it kept
		choice.Demo = choice.Demo || len(choice.Files) == 0
	}
	shelf := sessions.New(func() {})
	session, err := shelf.Open(choice, nil)
	if err != nil {
		return p.refused(err)
	}
	door := endpoint.NewDoor(endpoint.Options{})
	if choice.Listen {
		if err := door.Open(session.Room); err != nil {
			_ = shelf.Close() // nothing was done in it yet
			return p.refused(err)
		}
		session.Said = append(session.Said, endpoint.Invitation(session.Room.View().Door)+
			" listen says what a program needs, programs lists those that have come.")
	}
	defer func() { _, _ = door.Close() }() // the program ends
	defer closeOnSignal(shelf)()
	defer p.broke(shelf, &code)
	code = p.converse(shelf, session, door)
	if err := shelf.Close(); err != nil {
		return p.refused(err)
	}
	return code
}

// broke saves the session when the program itself breaks, and says how to open it again.
func (p *program) broke(shelf *sessions.Sessions, code *int) {
	why := recover()
	if why == nil {
		return
	}
	where := shelf.Current().Path()
	*code = exitUnmet
	switch err := shelf.Close(); {
	case err != nil:
		fmt.Fprintf(p.errOut, "The program broke: %v. %s\n", why, sessions.Sentence(err))
	case where == "":
		fmt.Fprintf(p.errOut, "The program broke: %v. Nothing of this session is saved.\n", why)
	default:
		fmt.Fprintf(p.errOut, "The program broke: %v. The session is saved; this opens it again:\ninterleave "+
			"--session %s\n", why, sessions.Quoted(where))
	}
}

// closeOnSignal saves when the system ends the program while it waits for a line.
func closeOnSignal(shelf *sessions.Sessions) (stop func()) {
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

// ended is an error at the end of a sentence, which may be a question.
func ended(err error) string {
	if text := err.Error(); !strings.HasSuffix(text, "?") {
		return text + "."
	}
	return err.Error()
}

// refused says why a start or an end was not possible.
func (p *program) refused(err error) int {
	fmt.Fprintln(p.errOut, sessions.Sentence(err))
	var trouble *persist.Trouble
	if errors.As(err, &trouble) {
		if errors.Is(err, persist.ErrLocked) {
			fmt.Fprintf(p.errOut, "interleave --copy --session %s opens a copy of it.\n", sessions.Quoted(trouble.Path))
		}
		return exitUnmet
	}
	return exitWrong
}

func (p *program) version([]string) int {
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

// watchedWriter remembers that what was said did not get out.
type watchedWriter struct {
	to     io.Writer
	failed error
}

func (w *watchedWriter) Write(text []byte) (int, error) {
	n, err := w.to.Write(text)
	if w.failed == nil {
		w.failed = err
	}
	return n, err
}

// ended is the exit code of a program that would end with some code.
func (w *watchedWriter) ended(errOut io.Writer, code int) int {
	if w.failed == nil {
		return code
	}
	fmt.Fprintf(errOut, "The output cannot be written: %v.\n", sessions.Reason("", w.failed))
	return max(code, exitUnmet)
}

// harmless lets through what no terminal takes for a command, or for the order to show letters in another order: text,
// newlines and tabs.
type harmless struct{ to io.Writer }

func (h *harmless) Write(text []byte) (int, error) {
	if isPlain(text) {
		return h.to.Write(text)
	}
	_, err := io.WriteString(h.to, strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, string(text)))
	return len(text), err
}

// isPlain says whether a text has nothing but what English is written with: there is nothing to be taken out.
func isPlain(text []byte) bool {
	for _, c := range text {
		if c < ' ' && c != '\n' && c != '\t' || c > '~' {
			return false
		}
	}
	return true
}
