// Command load measures what `interleave serve` costs beside the usual emulator of Azure and a real Redis server: the
// same clients take turns at each of them, in one run, and each figure is a ratio. Beside them stand two floors: a
// server of Go's net/http and one that reads sockets by hand, which answer the right headers at once and keep nothing.
// What no server can beat on this machine is said too: the rate at which the clients' own processor time alone leaves
// both processors busy.
//
//	load -ours PROGRAM [-azurite FOLDER] [-redis] [-turns 5] [-turn 2s] [-session FILE] [-only put,get]
//
// FOLDER is where `npm install azurite` was run, outside of this repository. Processor time is that of the server's
// process (user and system, /proc/PID/stat), divided by the requests of its turns.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	var o options
	serve := flag.String("serve", "", "be the floor `KIND`: net/http, sockets or resp (started by load itself)")
	flag.StringVar(&o.ours, "ours", "", "the `PROGRAM` to be measured")
	flag.StringVar(&o.azurite, "azurite", "", "the `FOLDER` in which npm has installed azurite; empty: without it")
	flag.StringVar(&o.session, "session", "", "the `FILE` in which ours keeps its session; empty: in memory")
	flag.StringVar(&o.only, "only", "", "the measures by `NAME`, separated by commas; empty: all")
	flag.BoolVar(&o.redis, "redis", false, "measure Redis, by redis-server and redis-benchmark")
	flag.IntVar(&o.turns, "turns", 5, "how many turns each server has")
	flag.DurationVar(&o.turn, "turn", 2*time.Second, "how long a turn takes")
	flag.Parse()
	if *serve != "" {
		fail(floor(*serve))
		return
	}
	if o.ours == "" {
		fail(fmt.Errorf("-ours names no program"))
	}
	fail(o.measure())
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

type options struct {
	ours, azurite, session, only string
	redis                        bool
	turns                        int
	turn                         time.Duration
}

func (o *options) wants(name string) bool {
	return o.only == "" || slices.Contains(strings.Split(o.only, ","), name)
}

func (o *options) measure() error {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var all []*server
	defer func() {
		for _, s := range all {
			s.stop()
		}
	}()
	start := func(s *server, err error) error {
		if err == nil {
			all = append(all, s)
		}
		return err
	}
	if err := start(startOurs(o.ours, o.session)); err != nil {
		return err
	}
	own, err := os.Executable()
	if err != nil {
		return err
	}
	if o.azurite != "" {
		if err := start(startAzurite(o.azurite, dir)); err != nil {
			return err
		}
	}
	for _, kind := range []string{"net/http", "sockets"} {
		if err := start(startFloor(own, kind)); err != nil {
			return err
		}
	}
	fmt.Printf("%d processors, %d turns of %s each, %d clients of Azure's Go libraries\n", runtime.NumCPU(), o.turns,
		o.turn, clients)
	for _, m := range measures {
		if o.wants(m.name) {
			if err := o.compare(m, all); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
		}
	}
	if o.redis {
		if err := start(startRedis(dir)); err != nil {
			return err
		}
		if err := start(startFloor(own, "resp")); err != nil {
			return err
		}
		return o.resp(all[0], all[len(all)-2], all[len(all)-1])
	}
	return nil
}

// cost is what a server's turns came to.
type cost struct {
	requests int
	wall     time.Duration
	cpu      time.Duration // of the server
	client   time.Duration // processor time of the clients
}

func (c cost) rate() float64  { return float64(c.requests) / c.wall.Seconds() }
func (c cost) each() float64  { return c.cpu.Seconds() * 1e6 / float64(c.requests) }
func (c cost) asked() float64 { return c.client.Seconds() * 1e6 / float64(c.requests) }

// compare has the servers take turns in one measure.
func (o *options) compare(m measure, all []*server) error {
	costs := make([]cost, len(all))
	workers := make([]func(context.Context) (int, error), 0)
	for _, s := range all {
		w, err := m.prepare(s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		workers = append(workers, w)
		if _, err := w(soon(o.turn / 4)); err != nil { // connections and caches are warm
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	for turn := range o.turns {
		for i := range all {
			if turn%2 == 1 {
				i = len(all) - 1 - i
			}
			before, own, begin := all[i].used(), ownUsed(), time.Now()
			n, err := workers[i](soon(o.turn))
			if err != nil {
				return fmt.Errorf("%s: %w", all[i].name, err)
			}
			c := &costs[i]
			c.requests, c.wall = c.requests+n, c.wall+time.Since(begin)
			c.cpu, c.client = c.cpu+all[i].used()-before, c.client+ownUsed()-own
		}
	}
	fmt.Printf("\n%-9s %10s %14s %14s %10s %10s\n", m.name, "requests/s", "server us/req",
		"clients us/req", "rate", "time")
	ours := costs[0]
	for i, c := range costs {
		rate, time := "", ""
		if i > 0 {
			rate, time = fmt.Sprintf("%.2f", ours.rate()/c.rate()), fmt.Sprintf("1/%.2f", c.each()/ours.each())
		}
		fmt.Printf("%-9s %10.0f %14.1f %14.1f %10s %10s\n", all[i].name, c.rate(), c.each(), c.asked(), rate, time)
	}
	bounds(all, costs)
	return nil
}

// wanted is how many times the usual emulator's rate ours is to have.
const wanted = 20

// bounds says what no server can beat here: the clients take their processor time of the same processors.
func bounds(all []*server, costs []cost) {
	processors, asked := float64(runtime.NumCPU())*1e6, costs[0].asked()
	line := fmt.Sprintf("a server without any cost: %.0f requests/s", processors/asked)
	i := slices.IndexFunc(all, func(s *server) bool { return s.name == "azurite" })
	if i < 0 {
		fmt.Println(line)
		return
	}
	other := costs[i]
	fmt.Printf("%s, at most %.1f times azurite's with these clients\n", line, processors/asked/other.rate())
	for n, s := range all[i+1:] {
		floor := costs[i+1+n]
		fmt.Printf("%s: %.1f times azurite's, 1/%.1f of its processor time\n", s.name, floor.rate()/other.rate(),
			other.each()/floor.each())
	}
	left := processors/(wanted*other.rate()) - asked
	if left < 0 {
		fmt.Printf("%d times azurite's is beyond the clients themselves\n", wanted)
		return
	}
	fmt.Printf("%d times azurite's leaves a server %.1f us, 1/%.1f of its processor time\n", wanted, left,
		other.each()/left)
}

func soon(d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	time.AfterFunc(d, cancel)
	return ctx
}

// resp has redis-benchmark send SET, and EXSET where it is known, 16 commands in one write and one by one.
func (o *options) resp(ours, real, floor *server) error {
	const requests = 20_000 // a run: a session has room for 4,000,000 records, some 1,000,000 requests of all turns
	for _, run := range []struct {
		name  string
		at    []*server
		words []string
	}{
		{"SET -P 16", []*server{ours, real, floor}, []string{"-P", "16", "SET", "key:__rand_int__", "xxx"}},
		{"SET", []*server{ours, real, floor}, []string{"SET", "key:__rand_int__", "xxx"}},
		{"EXSET -P 16", []*server{ours}, []string{"-P", "16", "EXSET", "tair:__rand_int__", "xxx"}},
	} {
		fmt.Printf("\n%s\n", run.name)
		var first float64
		for i, s := range run.at {
			var c cost
			for range o.turns {
				_, port, _ := strings.Cut(s.redis, ":")
				words := append([]string{"-p", port, "-c", fmt.Sprint(clients), "-r", "1000", "-n",
					fmt.Sprint(requests), "-q"}, run.words...)
				before, begin := s.used(), time.Now()
				if out, err := exec.Command("redis-benchmark", words...).CombinedOutput(); err != nil {
					return fmt.Errorf("redis-benchmark: %w: %s", err, out[max(0, len(out)-200):])
				}
				c.requests, c.wall, c.cpu = c.requests+requests, c.wall+time.Since(begin), c.cpu+s.used()-before
			}
			if i == 0 {
				first = c.rate()
			}
			fmt.Printf("%-12s %10.0f/s %8.2f us of processor time, ours has %.2f of its rate\n", s.name, c.rate(),
				c.each(), first/c.rate())
		}
	}
	return nil
}
