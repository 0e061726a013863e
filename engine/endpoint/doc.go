// Package endpoint lets real programs take part as writers: it listens, reads what the official client libraries send,
// checks their signatures, and answers as the services do.
//
// Open begins to listen; Close ends it. Each connection has a seat in the room (engine/room) for every name under which
// it signs; engine/wire reads a message as an operation and writes its answer, so that no operation is named here. What
// bodies and headers say goes to the room and back to the client, nowhere else.
//
// The HTTP here is by hand, not net/http's: the names of x-ms-meta headers keep their case, paths stay as they were
// sent, and a connection can be cut in the middle or left in silence.
//
// Sources: RFC 9112; Azure REST, "Authorize with Shared Key", "Create an account SAS", "Create a service SAS"; Amazon
// S3 API, "Authenticating Requests (AWS Signature Version 4)", its pages on signatures in a header, in a query, and
// in chunks.
package endpoint
