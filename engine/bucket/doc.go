// Package bucket is Amazon S3's general purpose buckets: objects with conditional requests, multipart uploads,
// versioning, bucket policies; their documented refusals and their state.
//
// A request that writes has two moments. At its arrival the service looks at permission and headers; at its decision at
// the condition and at what was changed since it arrived (or, for a multipart upload, since it was created): 412, 404
// or 409. Writes of one key take their place by a stamp, an upload by the moment of its creation, so that one that
// completes late may never be seen.
//
// Parts, as the referee sees them, are body and properties of a key's current version (a delete marker is its absence),
// the parts of an upload, policy and versioning of a bucket. ETags are hashes of the content and come back with it:
// they are texts. Ids of versions and uploads are tokens.
//
// Who a writer is to a policy is its principal. One to whom put-role-policy gave no rights of its own may do
// everything, as an administrator of the account.
//
// Sources: rules.md, which goes back to Amazon's guides and API reference, to replies recorded from the live service
// and to measurements on real buckets. Where these leave something open the rule says so in its Source. Directory
// buckets are not simulated.
package bucket
