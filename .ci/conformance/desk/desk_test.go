// Package desk plays a race between a person at the desk and a program, for each service: the programs are those that
// people are given to start with, and the person types the words of the plain mode. Read by the program, overtaken by
// hand, its write refused; then its answer lost, its request sent again by its library, and told as that.
package desk

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long anything here may take.
const patience = 20 * time.Second

// process is a program that is talked to by lines.
type process struct {
	t    *testing.T
	name string
	in   io.Writer
	mu   sync.Mutex
	said string // not yet waited for
	all  string
	news chan struct{}
	over bool
}

func start(t *testing.T, name string, environment []string, command ...string) *process {
	t.Helper()
	p := &process{t: t, name: name, news: make(chan struct{}, 1)}
	c := exec.Command(command[0], command[1:]...)
	c.Env = append(os.Environ(), environment...)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.in = in
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = c.Stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go p.listen(out)
	t.Cleanup(func() {
		_ = in.Close()
		_ = c.Process.Kill()
		_ = c.Wait()
		if t.Failed() {
			t.Logf("%s said:\n%s", name, p.all)
		}
	})
	return p
}

func (p *process) listen(out io.Reader) {
	piece := make([]byte, 4096)
	for {
		n, err := out.Read(piece)
		p.mu.Lock()
		p.said, p.all, p.over = p.said+string(piece[:n]), p.all+string(piece[:n]), err != nil
		p.mu.Unlock()
		select {
		case p.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// until waits for words, and takes all up to their end.
func (p *process) until(words string) (before string) {
	p.t.Helper()
	end := time.After(patience)
	for {
		p.mu.Lock()
		before, rest, found := strings.Cut(p.said, words)
		if found {
			p.said = rest
			p.mu.Unlock()
			return before
		}
		over := p.over
		p.mu.Unlock()
		if over {
			p.t.Fatalf("%s ended before it said %q", p.name, words)
		}
		select {
		case <-p.news:
		case <-end:
			p.t.Fatalf("%s never said %q", p.name, words)
		}
	}
}

// look types a line again and again until another, or the desk itself, has said words: the desk tells what programs did
// when it is asked.
func (p *process) look(line string, other *process, words string) {
	p.t.Helper()
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for range int(patience / (100 * time.Millisecond)) {
		p.say(line)
		<-again.C
		other.mu.Lock()
		told := strings.Contains(other.said, words)
		other.mu.Unlock()
		if told {
			other.until(words)
			return
		}
	}
	p.t.Fatalf("%s never said %q", other.name, words)
}

func (p *process) say(lines ...string) {
	p.t.Helper()
	for _, line := range lines {
		if _, err := fmt.Fprintln(p.in, line); err != nil {
			p.t.Fatalf("%s: %v", p.name, err)
		}
	}
}

// lost is how the desk holds the program's next request and loses its answer, so that it is sent again.
const lost = `
		person  as app
		person  hold
		desk    held from now on
		enter
		look    # held
		person  lose-answer
		look    retry of #
		person  deliver`

// raced is how Ana writes the counter behind the program's back, and what the program and the desk make of it. Before it
// she reads, and her write is answered in the words of her service.
const raced = `
		enter
		program Somebody was faster.
		program The counter is 70.
		look    ! stale-write app
		desk    Ana saved v2` + lost + `
		desk    ! own-echo app
		desk    comes from app's own first try
		person  deliver
		program Somebody was faster.`

// races are what is said in each service's race, in its order: a person types a line, the desk and the program say
// words somewhere behind what they said before, and Enter is pressed in the program.
var races = []struct{ service, said string }{
	{"blob", `
		start
		program The counter is 0.
		person  as Ana
		person  read wiki/counter
		desk    heard 200 OK v1
		person  write 70
		desk    heard 201 Created v2` + raced},
	{"s3", `
		start
		program The counter is 0.
		person  as Ana
		person  object object wiki/counter
		person  read
		desk    heard 200 OK v1
		person  write 70
		desk    heard 200 OK v2` + raced},
	{"table", `
		start
		program The counter is 0.
		person  as Ana
		person  object entity counters/wiki/hits
		person  read
		desk    heard 200 OK v1
		person  write Count=70
		desk    heard 204 No Content v2` + raced},
	{"queue", `
		start
		program dequeue count 1.
		person  advance 31s
		desk    visible again
		person  as Ana
		person  object queue jobs
		person  read
		desk    heard 200 OK
		enter
		program Somebody else has it by now.
		look    ! old-receipt app
		desk    Ana received the message
		person  advance 31s
		desk    visible again
		enter
		program dequeue count 3.` + lost + `
		desk    ! own-echo app
		person  deliver
		program Somebody else has it by now.`},
	{"file", `
		start
		program the lease is ours.
		person  as Ana
		person  object file docs/counter.txt
		person  break
		desk    heard 202
		person  read
		desk    heard 200 OK v2
		person  write 70
		desk    heard 201 Created v3
		enter
		program The lease was lost
		program The counter is 70
		look    ! lease-over app
		desk    Ana broke app's lease` + lost + `
		desk    201 Created v5`},
	{"redis", `
		person  writer app
		person  hold
		desk    held from now on
		start
		look    # held
		person  lose-answer
		look    retry of #
		person  deliver
		desk    ! own-echo app
		person  deliver
		person  hold off
		free    The counter is 0.
		person  ann: SET counter 70
		desk    SET counter 70
		desk    heard OK
		enter
		program Somebody was faster.
		program The counter is 70.
		look    ! stale-write app
		desk    Ana set counter to 70`},
}

func TestTheProgramsToStartWithRaceAPersonAtTheDesk(t *testing.T) {
	program := os.Getenv("INTERLEAVE")
	if program == "" {
		t.Fatal("INTERLEAVE names no program to be tested")
	}
	for _, r := range races {
		t.Run(r.service, func(t *testing.T) {
			path := built(t, r.service)
			desk := start(t, "the desk", nil, program, "--plain", "--listen", "--ephemeral")
			desk.until("Programs can join at")
			desk.say("listen")
			needs := environment(t, desk)
			play(r.said, desk, func() *process { return start(t, "the program", needs, path) })
		})
	}
}

// play says what is to be said, and waits for what is to be heard.
func play(said string, desk *process, begin func() *process) {
	var client *process
	for line := range strings.Lines(said) {
		who, words, _ := strings.Cut(strings.TrimSpace(line), " ")
		words = strings.TrimSpace(words)
		switch who {
		case "start":
			client = begin()
		case "person":
			desk.say(words)
		case "desk":
			desk.until(words)
		case "program":
			client.until(words)
		case "look":
			desk.look("flight", desk, words)
		case "free":
			desk.look("deliver-all", client, words)
		case "enter":
			client.say("")
		}
	}
}

// environment is what the desk says that a program needs.
func environment(t *testing.T, desk *process) (list []string) {
	t.Helper()
	desk.until("redis redis://")
	text := desk.until("INTERLEAVE_PORTS")
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		if assignment, ok := strings.CutPrefix(lines.Text(), "export '"); ok {
			list = append(list, strings.TrimSuffix(assignment, "'"))
		}
	}
	return list
}

// built is the program of a service as people are given it. Where its module cannot be had the race is skipped.
func built(t *testing.T, service string) string {
	t.Helper()
	folder := t.TempDir()
	module := filepath.Join("..", "go")
	if service == "redis" {
		module = filepath.Join("..", "go-redis")
	}
	for from, to := range map[string]string{filepath.Join(module, "go.mod"): "go.mod",
		filepath.Join(module, "go.sum"):                                       "go.sum",
		filepath.Join("..", "..", "..", "engine", "starters", service+".txt"): "main.go"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, to), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, "run")
	build := exec.Command("go", "build", "-mod=mod", "-o", path, ".")
	build.Dir = folder
	if out, err := build.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "dial tcp") || strings.Contains(string(out), "proxy") {
			t.Skipf("its module cannot be had here: %s", out)
		}
		t.Fatalf("%s", out)
	}
	return path
}
