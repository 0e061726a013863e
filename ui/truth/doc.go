// Package truth is the window of the server truth: what the service has of an object and had, whose drafts lean on
// which version, and what is particular to the kind of object, as the hidden messages of a queue, the handles on a
// file, the policy of a bucket. It is the referee's: no writer can see it.
//
// A kind of object has its own file here and one row in kindViews.
package truth
