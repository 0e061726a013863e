package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"interleave/engine/endpoint"
)

// Command is a program that is watched: the account that it signs with, and its words.
type Command struct {
	Account string
	Words   []string
}

// Shell is a command as a shell reads it.
func Shell(account, text string) Command {
	return Command{Account: account, Words: []string{"sh", "-c", text}}
}

// String is the command as it was given.
func (c Command) String() string {
	if len(c.Words) == 3 && c.Words[0] == "sh" && c.Words[1] == "-c" {
		return c.Words[2]
	}
	return strings.Join(c.Words, " ")
}

// Streams are where commands read and write.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Ended is how the commands ended.
type Ended struct {
	Code  int           // of the first that did not end well, 0: all did
	Took  time.Duration // until the last one ended
	Tests []Test
	Stops bool // somebody asked for the end
}

// outlives is how long output is still read behind the end of a command whose own children hold it open.
const outlives = 2 * time.Second

// Run runs the commands at once, each with its environment, until all have ended. signals are passed on to all of them.
// requests says how many requests there were so far. An error is that a command could not be started: nothing runs
// then.
func Run(server *endpoint.Server, commands []Command, streams Streams, signals <-chan os.Signal,
	requests func() int) (Ended, error) {
	begin := time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	names := &testNames{requests: requests}
	var running []*exec.Cmd
	for _, c := range commands {
		cmd := exec.CommandContext(ctx, c.Words[0], c.Words[1:]...)
		cmd.Env = Environment(os.Environ(), server.Environment(c.Account))
		cmd.Stdin, cmd.WaitDelay = streams.In, outlives
		cmd.Stdout, cmd.Stderr = names.reading(streams.Out), names.reading(streams.Err)
		if err := cmd.Start(); err != nil {
			cancel() // those that run already end
			for _, other := range running {
				_ = other.Wait()
			}
			return Ended{}, fmt.Errorf("start %s: %w", c, err)
		}
		running = append(running, cmd)
	}
	stopped := make(chan struct{})
	var passing sync.WaitGroup
	ended := Ended{}
	passing.Go(func() {
		for {
			select {
			case signal := <-signals:
				ended.Stops = true
				for _, cmd := range running {
					_ = cmd.Process.Signal(signal) // it may have ended
				}
			case <-stopped:
				return
			}
		}
	})
	codes := make([]int, len(running))
	var waiting sync.WaitGroup
	for i, cmd := range running {
		waiting.Go(func() { codes[i] = codeOf(cmd.Wait()) })
	}
	waiting.Wait()
	close(stopped)
	passing.Wait()
	for _, code := range codes {
		if ended.Code == 0 {
			ended.Code = code
		}
	}
	ended.Took, ended.Tests = time.Since(begin), names.list()
	return ended, nil
}

// codeOf is the exit status of a command, as a shell says it.
func codeOf(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return 0
	case !errors.As(err, &exit):
		return 1
	case exit.ExitCode() < 0: // a signal ended it
		return 128 + signalOf(exit)
	}
	return exit.ExitCode()
}

// unset are variables that would lead a client elsewhere.
var unset = []string{"AWS_CA_BUNDLE", "AWS_PROFILE", "AWS_SESSION_TOKEN"}

// Environment is an environment with ours in it.
func Environment(from, ours []string) (env []string) {
	for _, variable := range from {
		if !replaced(variable, ours) {
			env = append(env, variable)
		}
	}
	return append(env, ours...)
}

func replaced(variable string, ours []string) bool {
	name, _, _ := strings.Cut(variable, "=")
	for _, other := range append(unset, ours...) {
		if own, _, _ := strings.Cut(other, "="); own == name {
			return true
		}
	}
	return false
}

// Replaced are the names of variables that were set and that the commands get otherwise, or not at all.
func Replaced(from, ours []string) (names []string) {
	for _, variable := range from {
		if replaced(variable, ours) {
			name, _, _ := strings.Cut(variable, "=")
			names = append(names, name)
		}
	}
	return names
}
