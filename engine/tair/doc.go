// Package tair is TairString, the versioned strings of Alibaba Cloud's Redis, with the plain Redis commands that are
// mixed with them: their words, their order of checks, their replies, their state.
//
// A command is typed as a line; a wrong word is an answer (`ERR syntax error`). Each line is one atomic step on one
// stream of commands. A command is a row of a table (ops.go) and a function that checks it in the order of rules.md,
// "Words and order of checks".
//
// An answer has the field `reply` as a client reads it, beside it what it says by name (value, version, flags); Encode
// writes the bytes of RESP2 and RESP3. Redis has no status: 200 stands for what was done, 400 for words that are wrong,
// 404 for what is missing, 409 for what stands in the way, 412 for a version, a value or a watched key that moved. What
// a client hears of a command that was not done (`nil`, 0, -1, CAS_FAILED) is a refusal here, so that its cause is
// told; a read that finds nothing is an answer.
//
// Parts, as the referee sees them, are value, flags and expiry of a key. A version is no part. What was removed leaves
// a record that says by whom; a version starts at 1 again.
//
// Sources: rules.md, which goes back to the public module (loaded into Redis 7.0.15, and its source), the documentation
// of the commercial service and its article on optimistic locking; the Redis 7.0 command reference for plain commands.
// Where product and module differ the module is followed, but for the wording of a failed EXCAS, which is that of the
// product's documents; the switches wording and rules turn to the other.
package tair
