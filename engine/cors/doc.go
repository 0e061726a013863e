// Package cors reads the rules by which the services of Azure let pages of other origins in, and says which of them
// takes a request.
//
// They are one element of the properties of a service, and the same for blobs, queues, tables and files; blob/rules.md,
// "Pages of other origins", tells them. Buckets have rules of another form, which stand in engine/bucket.
//
// Sources: Azure REST, "Cross-Origin Resource Sharing (CORS) support for Azure Storage", "Preflight Blob Request".
package cors
