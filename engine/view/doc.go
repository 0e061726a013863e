// Package view is what can be seen of a session at one moment, frozen: panes, exports and people on the wire read it
// while the session goes on.
//
//	v := session.View()
//	mine := v.Known("ann")                // what Ana can know, and no more
//	truth := v.Truth("blob wiki/home.md") // what the referee knows of one object
//	sides := v.ThreeWay(finding)          // what both were made from, what was wanted, what was met
//
// A view holds the world at the cursor and the path that led there. Nothing in it changes, so that any number of
// goroutines may read it; what is costly is found out when it is first asked for.
package view
