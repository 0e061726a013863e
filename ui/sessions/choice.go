package sessions

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Subcommands are the first words of a start that are no files.
var Subcommands = []string{"run", "orders", "export", "serve", "watch", "lessons", "lesson", "grade", "ops", "rules",
	"help",
	"keys", "version"}

// Choice is what a person asks for at the start.
type Choice struct {
	Session     string // the file to keep the session in; empty: the newest, or a new one
	Copy        bool   // open a copy of it
	Ephemeral   bool   // keep nothing
	Plain       bool
	Demo        bool
	Empty       bool // a new session with nothing in it
	Writers     bool // in an empty session two writers have joined
	Theme       string
	Glyphs      string // ascii or unicode; empty: as the terminal can
	QuietMotion bool
	NoMouse     bool
	Listen      bool // real programs may join
	Busy        bool // what waits for the desk hears after a while that the service is busy
	Help        bool
	Lesson      string // its number, or the name of its file
	Present     bool
	Notes       string // the file of a session that is presented: its notes are shown
	Files       []string
}

// Title is what the session that a start opens is called as long as it is not open.
func (c Choice) Title() string {
	switch {
	case c.Session != "":
		return filepath.Base(c.Session)
	case len(c.Files) > 0:
		return filepath.Base(c.Files[0])
	}
	return "the last session"
}

// FlagSet binds the flags to a choice; the sentences are those of the help.
func FlagSet(c *Choice) *flag.FlagSet {
	set := flag.NewFlagSet("interleave", flag.ContinueOnError)
	set.StringVar(&c.Session, "session", "", "Keeps the session in this `FILE`, or opens the one that is in it.")
	set.BoolVar(&c.Copy, "copy", false, "Opens a copy of the session, so that the first one stays as it is.")
	set.BoolVar(&c.Ephemeral, "ephemeral", false, "Keeps nothing.")
	set.BoolVar(&c.Plain, "plain", false, "Lines in place of the desktop.")
	set.BoolVar(&c.Demo, "demo", false, "Begins with the demo in a new session.")
	set.BoolVar(&c.Listen, "listen", false, "Lets programs with the official client libraries join as writers.")
	set.BoolVar(&c.Busy, "busy", false, "Programs whose requests wait for 30 s, as the desk looks elsewhere, hear "+
		"that the service is busy.")
	set.StringVar(&c.Theme, "theme", "", "The `NAME` of the colours, such as dark or light.")
	set.StringVar(&c.Glyphs, "glyphs", "", "The `SET` of characters: ascii or unicode.")
	set.BoolVar(&c.QuietMotion, "quiet-motion", false, "No highlight that goes away, no bars that tick.")
	set.StringVar(&c.Lesson, "lesson", "", "Begins the lesson with this `NUMBER`, or goes on with it.")
	set.BoolVar(&c.Present, "present", false, "For a room: PgDn and PgUp move the lesson, the last keys are shown.")
	set.StringVar(&c.Notes, "notes", "", "Follows the session in this `FILE`, which is presented elsewhere, with the "+
		"teacher's notes.")
	set.BoolVar(&c.NoMouse, "no-mouse", false, "Leaves the mouse to the terminal.")
	return set
}

// Flags reads the arguments of a start; flags may stand before and behind the files. The error is a sentence.
func Flags(args []string) (Choice, error) {
	var c Choice
	files, err := Parse(FlagSet(&c), args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return Choice{Help: true}, nil
	case err != nil:
		return Choice{}, err
	}
	c.Files = files
	if c.Lesson != "" {
		l, err := FindLesson(c.Lesson)
		if err != nil {
			return Choice{}, err
		}
		c.Files = append([]string{l.Name}, c.Files...)
	}
	switch {
	case c.Glyphs != "" && c.Glyphs != "ascii" && c.Glyphs != "unicode":
		return Choice{}, fmt.Errorf("--glyphs is ascii or unicode, not %q", c.Glyphs)
	case c.Session != "" && c.Ephemeral:
		return Choice{}, errors.New("--session keeps a session and --ephemeral keeps none: choose one of them")
	}
	return c, nil
}

// Parse reads flags that may stand before and behind the other words, which it returns; behind -- all are such words.
// The error is flag.ErrHelp, or a sentence that says which flag is wrong.
func Parse(set *flag.FlagSet, args []string) (words []string, err error) {
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	for len(args) > 0 {
		if err := set.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, wrongFlag(set, err)
		}
		rest := set.Args()
		if passed := len(args) - len(rest); passed > 0 && args[passed-1] == "--" {
			return append(words, rest...), nil
		}
		if args = rest; len(rest) > 0 {
			words, args = append(words, rest[0]), rest[1:]
		}
	}
	return words, nil
}

// wrongFlag puts the flag package's errors into a sentence.
func wrongFlag(set *flag.FlagSet, err error) error {
	var names []string
	set.VisitAll(func(f *flag.Flag) { names = append(names, Dashes(set)+f.Name) })
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		name = Dashes(set) + name
		return fmt.Errorf("there is no flag %s.%s %s lists them", name, Nearest(name, names), lists(set))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		value, _ := flag.UnquoteUsage(set.Lookup(name))
		return fmt.Errorf("behind %s%s stands a %s", Dashes(set), name, value)
	}
	if _, rest, ok := strings.Cut(text, " boolean value "); ok {
		value, flag, _ := strings.Cut(rest, " for -")
		name, _, _ := strings.Cut(flag, ": ")
		return fmt.Errorf("%s%s stands alone: %s behind it says nothing", Dashes(set), name, value)
	}
	return fmt.Errorf("this flag cannot be read: %w", err)
}

// Dashes is what stands before a flag as people are shown it: two for the program's own, one for a subcommand's. Both
// are read everywhere.
func Dashes(set *flag.FlagSet) string {
	if set.Name() == "interleave" {
		return "--"
	}
	return "-"
}

// lists is the call that lists the flags of a set.
func lists(set *flag.FlagSet) string {
	if set.Name() == "interleave" {
		return "interleave help"
	}
	return "interleave " + set.Name() + " -h"
}
