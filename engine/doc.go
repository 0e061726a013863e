// Package engine is the vocabulary and the world of the simulation: what a request, an answer, a reason and an instant
// are, and the one way a world moves.
//
// A World is a pure state machine. One Input moves it one step; a request is judged once, when it is delivered, by the
// guards of its operation in the service's own order; the first guard that fails yields answer, code and cause
// together. Time, tokens and marks come only from the Tx of that judgement, so the same inputs give the same world, bit
// for bit.
//
// A refusal of the service is an Answer with a Cause, never a Go error. An error means that the input is impossible
// here (an unknown writer, an answer that was never heard, a limit); the world is then as it was before.
//
// Everything in a World lives in Tables of frozen records, so a clone costs a copy of page roots, an event carries the
// records before and after it, and undo writes them back.
//
// The files lean on each other in one direction. From below: values (object, instant, token, value), what a rule and an
// answer are (trouble, cause, part), records and how they are walked (walk, sum, due, table), operations and inputs
// (op, input), requests (exchange, event), the world (world, digest), one step and its events (step), and above it the
// inputs, each with what it does (trace, send, flight, work, plan, clock, setup), called by dispatch.
//
// Sources: the storage rules are in the packages of the services, each with its own; the words of inputs are those of
// engine/scenario.
package engine
