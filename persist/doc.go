// Package persist keeps one session in one bbolt file: an append-only log of input lines and, beside it, notes of which
// the last value counts. It knows nothing of operations: a record is a line, what was said to it, and a digest.
//
// # What can be trusted
//
// bbolt has no checksum on its data: of 300 flipped bytes 105 gave wrong data and no error. So everything is stored in
// frames that carry a CRC32C; records stand in blocks that are links of a hash chain; and each commit writes a seal,
// which says how many records there are, where the chain ends, and what the notes add up to. A file is read by a walk
// of our own over its bytes that cannot loop, panic or fault, and bbolt opens only what that walk and the seal found
// whole. From any other file the frames are picked up one by one, wherever they lie, and the longest chain from the
// first record on is what loads; such a file is never written to again. Copy writes what can be trusted into a new
// file, also while another program holds the old one.
//
// A text of a line that is longer than 1 KiB stands in the file once, under its SHA-256, however many records send it.
//
// Files of the first format, which had no seal, are written anew when they are opened: beside the old one, which has
// its name until the new one is whole.
//
// # What is saved
//
// One goroutine commits, in groups: when 1,000 things wait or after 25 ms. OnSaved tells what is on disk, never what is
// under way. What does not fit on a full disk stays queued and is tried again every two seconds; OnSaved says once that
// saving has stopped, and again when it goes on. After any other trouble nothing more is saved, and the program goes
// on.
//
// Create, Copy and WriteFile build a file beside the one that it is to be, so that a kill leaves the old one or the new
// one, never half of it. ReadFile looks at kind and size before it reads.
//
// A killed process loses nothing that was told as saved. Loss of power is up to the disk: keep sessions on a local one,
// and export what matters as text.
//
// Sources: bbolt v1.5.0 (page layout in internal/common, order of writes in Tx.Commit), its issues 695 and 701 and
// boltdb's 504 and 562 (files damaged by loss of power); the XDG Base Directory Specification for the data folder.
package persist
