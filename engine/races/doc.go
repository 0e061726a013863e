// Package races is the library in the program: every race and lesson file, embedded.
//
// A file is at once a test, a lesson and the start of a search; its grammar is that of engine/scenario. The files of
// the blob service are r01 to r42 (the races of its rules.md), sample-* (the programs of the documents), extra-* (what
// the races do not reach) and wiki, wiki-no-guard (the demo). Those of the other services are called in the same way by
// the races of their rules.md.
//
// Sources: each file names its own in the line that begins with "# source:".
package races
