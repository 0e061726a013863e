// Package view is what can be seen of a session at one moment, frozen: panes, exports and people on the wire read it
// while the session goes on.
//
// A view holds the world at the cursor and the path that led there. Nothing in it changes, so that any number of
// goroutines may read it; what is costly is found out when it is first asked for.
package view
