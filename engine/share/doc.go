// Package share is Azure Files: one file reached by SMB handles and by FileREST calls, with what each refuses because
// of the other.
//
// An SMB client opens a file with an access and a share mode and keeps the handle: the next opener, of either protocol,
// must fit. Handles hold byte-range locks, mark the file for deletion, and may have an oplock, under which the client
// keeps what it wrote in a cache until the service asks for it back. A FileREST call opens, works and closes in one
// step and knows no conditions, only a lease.
//
// A writer that opens files is an SMB client; its handles and its cache are state of this package. What the service
// asks of it, it does at once, as an effect of the request that caused the break, unless the switch `responsive` of the
// writer is off. SMB answers with an
// NTSTATUS: its name is the code, its number the status.
//
// Parts, as the referee sees them, are pieces of a file's body, each with the mark of who wrote it, its metadata and
// properties, and the pieces that wait in the cache of a handle. Opens, locks, leases, directories and shares are no
// parts.
//
// Sources: rules.md, which goes back to Microsoft's "Manage file locks", the Azure REST reference, the file-system
// algorithms of Windows (MS-FSA, MS-FSCC), the guide "Managing concurrency in Azure Storage" and recorded answers.
// Where these leave something open the rule says so in its Source.
package share
