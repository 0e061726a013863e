// Package wire says how a request and its answer would travel: as HTTP to Azure and Amazon, as RESP to Redis, as named
// frames of SMB.
//
// Nothing is sent from here, and the same rows read what clients send (Read). The operations of the catalog stand in
// one table for each service (blob.go, queue.go, table.go, share.go, smb.go, bucket.go; resp.go needs none): the
// method, the target, the headers that are always the same, and where each parameter goes. A parameter that no client
// sends is named there with its reason.
//
// What a real client adds without the simulated one knowing it is shown in the form in which it would stand: the
// signature of the Authorization header is a word in brackets, because no key is known here.
//
// Sources: the Azure Storage REST reference, page by page (headers, queries, XML and JSON bodies), the Amazon S3 API
// reference, the RESP specification of Redis, [MS-SMB2] and [MS-FSA]; for error bodies the recordings that the
// services' rules.md name. Assumed: the order of headers, the white space of XML and JSON, and the version that
// x-ms-version names (2021-12-02).
package wire
