// Package watch is a race detector for storage code: it runs a program against the embedded services and says which of
// its writes lost somebody's work.
//
// Run starts the commands, each with an environment of its own that leads its client libraries to the endpoints, passes
// signals on, and waits. Findings are what the referee saw meanwhile, one for each kind, operation and object.
// Session.Shorten makes the shortest scenario that still shows a finding. Report, Summary and JUnit are what is written
// of it.
//
// What is found is what happened: the requests that the program sent, in the order in which it sent them. A request
// that was not sent says nothing, and so no program is right because nothing was found.
package watch
