package plain

import (
	"errors"
	"flag"
	"fmt"

	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/engine/watch"
	"interleave/ui/sessions"
)

// watching is a call of the subcommand watch.
type watching struct {
	*program
	options                            endpoint.Options
	commands                           []watch.Command
	folder, failOn, accept, faultWords string
	writers, busy                      string
	junit                              bool
	number                             uint64
	clock                              string
	start                              string // the race from whose state it begins
	rule                               *watch.Rule
	faults                             watch.Faults
	allowed                            []*watch.Allowance
}

func watchFlags(set *flag.FlagSet) func(*program, []string) int {
	w := &watching{}
	addresses := map[string]*string{}
	for _, service := range endpoint.Services() {
		addresses[service.Flag] = set.String(service.Flag, ":0",
			fmt.Sprintf("Listens for %s at this `ADDRESS`, or off.", service.Title))
	}
	set.Func("run", "Runs `NAME=COMMAND` by a shell, beside the others, signing as NAME. May be said several times.",
		w.addRun)
	set.StringVar(&w.folder, "o", "",
		"Writes report.md, summary.json, session.db and a scenario for each finding into this `DIR`.")
	set.BoolVar(&w.junit, "junit", false, "Writes junit.xml beside them.")
	set.StringVar(&w.failOn, "fail-on", "silent",
		"`KINDS` of marks that end a good run with status 3: silent, unknown, "+
			"refused, kinds by name, ! before one that does not count, or none.")
	set.StringVar(&w.accept, "accept", "", "`FILE` with findings that are known and allowed, one on each line, as the "+
		"report names them; * stands for anything.")
	set.StringVar(&w.faultWords, "faults", "", "What happens to requests on their way, as `SHARES`: "+
		"lose-answer=2%,lose-request=1%,double=1%,busy=1%,lease-ends=1%.")
	set.StringVar(&w.busy, "busy", "", "The `SHARE` of the requests that hear that the service is busy, as 5%: "+
		"short for -faults busy=5%.")
	set.BoolVar(&w.options.Proxy, "proxy", false, "Answers at the services' own hosts too, as "+
		"ACCOUNT.blob.core.windows.net, by a proxy in the commands' environment. All other hosts are refused.")
	set.BoolVar(&w.options.Trust, "no-signatures", false, "Takes requests with any signature, or none.")
	set.StringVar(&w.clock, "clock", "wall", "The services' `CLOCK`: wall, as the one on the wall, or step: it "+
		"stands still while any answer is owed, so that a slow machine ends no lease.")
	set.Func("seed", "The `NUMBER|FILE` that the faults are drawn from, 1 unless given; or the race file from whose "+
		"end the commands begin.", w.addSeed)
	set.StringVar(&w.writers, "writers", "account", "Who is a writer: each `account`, each connection, or header:NAME.")
	return func(p *program, words []string) int {
		w.program, w.options.Addresses = p, map[string]string{}
		for name, address := range addresses {
			w.options.Addresses[name] = *address
		}
		if len(words) > 0 {
			w.commands = append([]watch.Command{{Account: endpoint.Emulator, Words: words}}, w.commands...)
		}
		return w.run()
	}
}

func (w *watching) addRun(text string) error {
	name, command, ok := strings.Cut(text, "=")
	if !ok || name == "" || strings.TrimSpace(command) == "" {
		return fmt.Errorf("%q: write NAME=COMMAND, such as ana='./worker'", text)
	}
	w.commands = append(w.commands, watch.Shell(name, command))
	return nil
}

func (w *watching) addSeed(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		w.start = text
		return nil
	}
	w.number = n
	return nil
}

// read looks at all that was asked for, before anything is started.
func (w *watching) read() (err error) {
	if len(w.commands) == 0 {
		return errors.New("watch wants a command, such as interleave watch -- go test ./..., or --run NAME=COMMAND")
	}
	if w.options.Writers, err = endpoint.ParseWriters(w.writers); err != nil {
		return err
	}
	if w.rule, err = watch.ParseRule(w.failOn); err != nil {
		return fmt.Errorf("--fail-on: %w", err)
	}
	if w.clock != "wall" && w.clock != "step" {
		return fmt.Errorf("--clock %q: there are wall and step", w.clock)
	}
	if w.faultWords, w.faults, err = faultsOf(w.faultWords, w.busy); err != nil {
		return err
	}
	if w.accept != "" {
		text, err := os.ReadFile(w.accept)
		if err != nil {
			return fmt.Errorf("--accept: %w", err)
		}
		if w.allowed, err = watch.ParseAllowances(string(text)); err != nil {
			return fmt.Errorf("--accept: %s: %w", w.accept, err)
		}
	}
	if w.folder == "" {
		if w.junit {
			return errors.New("--junit writes junit.xml into the folder of -o: name one, as -o watched")
		}
		return nil
	}
	if err := os.MkdirAll(w.folder, 0o755); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if _, err := os.Stat(w.session()); err == nil {
		return fmt.Errorf("-o: %s holds the session of an earlier run: name another folder, or move it away", w.folder)
	}
	return nil
}

// faultsOf are the faults that --faults and --busy ask for, and their words.
func faultsOf(words, busy string) (string, watch.Faults, error) {
	faults, err := watch.ParseFaults(words)
	if err != nil {
		return "", nil, fmt.Errorf("--faults: %w", err)
	}
	if busy == "" {
		return words, faults, nil
	}
	if _, twice := faults[room.Busy]; twice {
		return "", nil, errors.New("--busy and --faults both say how often the service is busy: say it once")
	}
	if _, err := watch.ParseFaults("busy=" + busy); err != nil {
		return "", nil, fmt.Errorf("--busy: %w", err)
	}
	words = strings.TrimPrefix(words+",busy="+busy, ",")
	if faults, err = watch.ParseFaults(words); err != nil {
		return "", nil, fmt.Errorf("--busy: %w", err)
	}
	return words, faults, nil
}

func (w *watching) session() string { return filepath.Join(w.folder, "session.db") }

func (w *watching) run() int {
	if err := w.read(); err != nil {
		return w.wrong("%s", ended(err))
	}
	choice := sessions.Choice{Empty: true, Ephemeral: w.folder == ""}
	if w.folder != "" {
		choice.Session = w.session()
	}
	shelf := sessions.New(func() {})
	session, err := shelf.Open(choice, nil)
	if err != nil {
		return w.refused(err)
	}
	code := w.inRoom(session.Room)
	if err := shelf.Close(); err != nil {
		return max(code, w.refused(err))
	}
	return code
}

// inRoom begins from the state that was asked for, runs the commands, and tells what was found.
func (w *watching) inRoom(r *room.Room) int {
	if err := w.begin(r); err != nil {
		return w.wrong("--seed %s: %s", w.start, ended(err))
	}
	server, err := endpoint.Open(r, w.options)
	if err != nil {
		return w.wrong("%s", ended(err))
	}
	if w.clock == "step" {
		r.StepClock()
	}
	if len(w.faults) > 0 {
		r.Fates(w.faults.Chooser(max(w.number, 1)))
	}
	for _, name := range watch.Replaced(os.Environ(), server.Environment(endpoint.Emulator)) {
		fmt.Fprintf(w.errOut, "interleave watch: %s was set; the commands do not see it so.\n", name)
	}
	signals, passed := make(chan os.Signal, 4), make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for s := range signals {
			if s != os.Interrupt || !w.conversation { // Ctrl+C at a terminal reaches the commands by itself
				passed <- s
			}
		}
		close(passed)
	}()
	streams := watch.Streams{Out: w.raw, Err: w.rawErr}
	if len(w.commands) == 1 {
		streams.In = w.in
	}
	done, err := watch.Run(server, w.commands, streams, passed, func() int { return r.View().Requests() })
	signal.Stop(signals)
	close(signals)
	closed := server.Close()
	if err != nil {
		return w.wrong("%s", ended(err))
	}
	o := &watch.Outcome{Commands: w.commands, Ended: done, Faults: w.faultWords, Seed: max(w.number, 1), Rule: w.rule}
	o.Requests, o.Unread = server.Counts()
	o.Absent = server.Absent()
	code := w.tell(r, o)
	if closed != nil {
		return max(code, w.wrong("%s", ended(closed)))
	}
	return code
}

// begin plays a race to its end, so that its last state is the first one of the run.
func (w *watching) begin(r *room.Room) error {
	if err := r.Date(); err != nil || w.start == "" {
		return err
	}
	text, err := sessions.ReadRace(w.start)
	if err != nil {
		return err
	}
	file, err := scenario.Parse(w.start, text, catalog.New().Services())
	if err != nil {
		return err
	}
	for _, s := range file.Statements {
		if s.Kind == scenario.Back || s.Walks() {
			return fmt.Errorf("%s:%d: only a file that goes straight on can be begun from", w.start, s.Line)
		}
		for _, in := range s.Inputs {
			if _, err := r.Do(in); err != nil {
				return fmt.Errorf("%s:%d: %w", w.start, s.Line, err)
			}
		}
	}
	return nil
}

// tell says what was found, and writes it.
func (w *watching) tell(r *room.Room, o *watch.Outcome) int {
	v := r.View()
	first := 0
	for _, e := range v.Log().All() {
		if x := v.Exchange(e.Event().Request); x != nil && x.Words.On != "" {
			break
		}
		first = e.Step
	}
	o.Findings = watch.Findings(v, first, o.Ended.Tests)
	watch.Allow(o.Findings, w.allowed)
	for _, a := range w.allowed {
		if !a.Used {
			o.Unused = append(o.Unused, a)
		}
	}
	if w.folder != "" {
		if err := w.write(r, o); err != nil {
			return w.wrong("%s", ended(err))
		}
	}
	for _, line := range o.Lines() {
		fmt.Fprintln(w.errOut, line)
	}
	if w.folder != "" {
		what := "the report and the session"
		if slices.ContainsFunc(o.Findings, func(f *watch.Finding) bool { return f.Scenario != nil }) {
			what = "the report, the session and the scenarios"
		}
		fmt.Fprintf(w.errOut, "%s has %s.\n", w.folder, what)
	}
	return o.Code()
}

// scenariosMost is how many findings get a scenario of their own.
const scenariosMost = 40

// scenarios makes a scenario for each finding, and writes it into the folder.
func (w *watching) scenarios(r *room.Room, o *watch.Outcome) error {
	session, err := watch.NewSession(r.Scenario())
	if err != nil {
		return err
	}
	for i, f := range o.Findings[:min(len(o.Findings), scenariosMost)] {
		file, short, err := session.Shorten(f)
		if err != nil {
			fmt.Fprintf(w.errOut, "There is no scenario for %s: %s\n", f.Key(), ended(err))
			continue
		}
		if f.Scenario, f.Short, f.Tried = file, short, true; file == nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(w.folder, f.FileOf(i+1)), file, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// write puts the report and what belongs to it into the folder.
func (w *watching) write(r *room.Room, o *watch.Outcome) error {
	if len(o.Findings) > 0 {
		if err := w.scenarios(r, o); err != nil {
			return err
		}
	}
	files := map[string][]byte{"report.md": o.Report(), "summary.json": o.Summary()}
	if w.junit {
		files["junit.xml"] = o.JUnit()
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(w.folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
