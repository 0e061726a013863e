package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a process that is measured. Its addresses are HOST:PORT.
type server struct {
	name               string
	command            *exec.Cmd
	blob, queue, table string
	redis              string
}

func (s *server) stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM)
	done := make(chan struct{})
	go func() { _ = s.command.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		_ = s.command.Process.Kill()
	}
}

// used is the processor time of the process so far, in steps of 10 ms.
func (s *server) used() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	_, rest, ok := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if err != nil || !ok || len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11]) // both are numbers, proc(5)
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// ownUsed is the processor time of the clients.
func ownUsed() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// startSaying starts a process whose first line is an object with its addresses.
func startSaying(name, program string, words ...string) (*server, error) {
	s := &server{name: name, command: exec.Command(program, words...)}
	s.command.Stderr = os.Stderr
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	var said struct{ Blob, Queue, Table, Redis string }
	if err == nil {
		err = json.Unmarshal(line, &said)
	}
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("%s says where it listens: %w", name, err)
	}
	go func() { _, _ = bufio.NewReader(out).WriteTo(discard{}) }()
	bare := func(url string) string { return strings.TrimPrefix(strings.TrimPrefix(url, "http://"), "redis://") }
	s.blob, s.queue, s.table, s.redis = bare(said.Blob), bare(said.Queue), bare(said.Table), bare(said.Redis)
	return s, nil
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func startOurs(program, session string) (*server, error) {
	words := []string{"serve", "-json", "--blob", ":0", "--queue", ":0", "--table", ":0", "--file", "off",
		"--s3", "off", "--redis", ":0"}
	if session != "" {
		words = append(words, "--session", session)
	}
	return startSaying("ours", program, words...)
}

func startFloor(own, kind string) (*server, error) { return startSaying(kind, own, "-serve", kind) }

// freePort is a port that nothing listens at now.
func freePort() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "0"
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func startAzurite(folder, dir string) (*server, error) {
	blob, queue, table := freePort(), freePort(), freePort()
	s := &server{name: "azurite", blob: "127.0.0.1:" + blob, queue: "127.0.0.1:" + queue, table: "127.0.0.1:" + table}
	s.command = exec.Command("node", filepath.Join(folder, "node_modules/azurite/dist/src/azurite.js"), "--silent",
		"--skipApiVersionCheck", "--disableTelemetry", "--location", filepath.Join(dir, "azurite"), "--blobPort", blob,
		"--queuePort", queue, "--tablePort", table)
	s.command.Stderr = os.Stderr
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	return s, s.await(s.blob, s.queue, s.table)
}

func startRedis(dir string) (*server, error) {
	port := freePort()
	s := &server{name: "redis-server", redis: "127.0.0.1:" + port}
	s.command = exec.Command("redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
		"--dir", dir)
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	return s, s.await(s.redis)
}

// await waits until the server listens.
func (s *server) await(addresses ...string) error {
	for _, address := range addresses {
		end := time.Now().Add(60 * time.Second)
		for {
			conn, err := net.Dial("tcp", address)
			if err == nil {
				_ = conn.Close()
				break
			}
			if time.Now().After(end) {
				s.stop()
				return fmt.Errorf("%s does not listen at %s: %w", s.name, address, err)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return nil
}
