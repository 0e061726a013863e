// Package starters is the programs that people can start with: for each service one that works as it stands, in the
// way in which the documentation of its client library shows it. Each reads, waits for Enter, and writes what it read
// with one more, under the guard that its service has; where it was overtaken it reads again.
package starters
