// Package timeline is the history of a session as a tree: what was put in, what came of it, and every future that was
// undone.
//
// A press is one action of one or more records; each record is one input. Undo takes back an action, Back one record;
// both only move in the tree. The input that the branch has next walks along it, any other begins a branch. Nothing is
// ever thrown away.
//
// Worlds at distant records come from checkpoints (frozen worlds, every 1,024 steps of a branch, every 8,192 far back)
// and what lies behind them. Of the newest 16,384 records of a branch the events are kept; those of older ones are
// found again, by doing their inputs once more from a checkpoint. The list of inputs is the truth, a checkpoint can be
// thrown away.
package timeline
