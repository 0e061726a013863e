// Package script runs the Lua of Redis scripts: the language and the libraries that Redis gives them, without a clock,
// chance, files or processes, so that the same script with the same answers does the same, step by step.
//
// A run is counted: it ends after MaxSteps instructions, and no text in it grows past MaxText. What a script asks of
// the storage goes through one function, so that this package knows no commands.
//
// Source: Redis 7.0, "Scripting with Lua" and "Redis Lua API reference"; messages as Redis 7.0.15 words them, but for
// those of the interpreter itself, which words some of its errors otherwise.
package script
