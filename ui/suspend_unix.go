//go:build unix

package ui

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

// StopSignal is how a shell, or another program, stops this one for a while.
const StopSignal = syscall.SIGTSTP

// Stop stops the program and all that the shell started with it, and returns when the shell wakes it up. The system
// stops a program a moment after it was told to: what went on in between would set up the terminal, and the shell would
// take that back.
func Stop() {
	woken := make(chan os.Signal, 1)
	signal.Notify(woken, syscall.SIGCONT)
	defer signal.Stop(woken)
	if syscall.Kill(0, syscall.SIGSTOP) == nil {
		<-woken
	}
}

// Awaited says whether a shell waits that would wake this program up again. Where none does, as in a terminal that runs
// nothing else, the system does not stop it, and it would wait for ever for the end of a stop that never began.
func Awaited() bool {
	group, session := syscall.Getpgrp(), sessionOf(0)
	for process := os.Getppid(); process > 0; process = parentOf(process) {
		switch other, err := syscall.Getpgid(process); {
		case err != nil || sessionOf(process) != session:
			return false
		case other != group:
			return true
		}
	}
	return false
}

// sessionOf is the session of a process, 0 being this one; -1 where there is none.
func sessionOf(process int) int {
	id, _, failed := syscall.RawSyscall(syscall.SYS_GETSID, uintptr(process), 0, 0)
	if failed != 0 {
		return -1
	}
	return int(id)
}

// parentOf is the parent of another process; 0 where the system does not say.
func parentOf(process int) int {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	behind := bytes.LastIndexByte(stat, ')') // the name before it may hold anything
	if words := bytes.Fields(stat[behind+1:]); err == nil && len(words) > 1 {
		parent, _ := strconv.Atoi(string(words[1]))
		return parent
	}
	return 0
}
