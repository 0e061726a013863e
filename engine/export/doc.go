// Package export is what can be taken along from a session: a report, a sequence diagram, the events as lines of JSON,
// and one request in the words of the tools and languages that send such requests.
//
// All of it is made from a frozen View, up to the cursor, and the same view gives the same bytes. The scenario itself,
// which can be run again, is Room.Scenario.
//
// # JSON lines
//
// One object for each event, in the order in which they happened, with these fields; what is empty is left out, but for
// at and event.
//
//	file     the file that was run (of `interleave run -json`)
//	line     the line of its statement, from 1 (likewise)
//	step     how far along the branch the event stands, from 1 (of a session)
//	at       the virtual clock, as 00:12.4
//	by       the id of the writer that it concerns
//	request  the number of the request that it concerns
//	object   what the request names, as `blob wiki/home.md`
//	answer   what the service said, as `412 ConditionNotMet`, or the reply of Redis
//	marks    the marks of the referee, as `! stale-write ann`
//	event    the event as the log shows it
//
// A line of `interleave run -json` about an expectation that did not hold has file, line, wanted and found instead.
//
// # Sequence diagrams
//
// Mermaid's sequenceDiagram. Writers are actors, services participants. `#7` is the number of a request; an arrow that
// ends in a cross is a message that was lost. Every character that Mermaid or HTML would take for its own is written as
// its code.
package export
