package catalog

import "strings"

// Returns are the fields of an operation's answers that references can name, as `etag` of `$a1.etag`. Those of one
// entry of a list begin with `N.`, a name that people choose stands as `*`. Of a Redis line they are what its reply
// tells beside the reply itself. They are what the library of races is answered; nil: nothing, or it has no such
// operation.
func Returns(verb string) (fields []string) {
	for line := range strings.Lines(returns) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == verb {
			fields = append(fields, words[1:]...)
		}
	}
	return fields
}

// returns has a line for each operation, or two: its verb, then the fields.
const returns = `
DECR value
DECRBY value
DUMP payload
EXAPPEND version
EXCAS version
EXGAE flags value version
EXGET flags value version
EXINCRBY value version
EXINCRBYFLOAT value
EXPREPEND version
EXSET version
GET value
GETDEL value
GETEX value
GETSET value
INCR value
INCRBY value
INCRBYFLOAT value
SET value
acquire-blob-lease etag last-modified lease
acquire-container-lease etag last-modified lease
acquire-file-lease etag last-modified lease
acquire-share-lease etag last-modified lease
append-blob-seal etag last-modified sealed
append-block block-count etag last-modified md5 offset size
append-block-from-url block-count etag last-modified offset size
break-blob-lease etag last-modified lease-time
break-container-lease etag last-modified lease-time
break-file-lease etag last-modified lease-time
break-share-lease etag last-modified lease-time
change-blob-lease etag last-modified lease
change-container-lease etag last-modified lease
change-file-lease etag last-modified lease
change-share-lease etag last-modified lease
complete-multipart-upload checksum-type checksum.* etag version-id
copy-blob copy-id copy-status etag last-modified
copy-blob-from-url copy-id copy-status etag last-modified
copy-file copy-id copy-status etag last-modified
copy-object checksum-type checksum.* etag last-modified source-version-id version-id
create-container etag last-modified
create-directory etag last-modified
create-file etag file-id last-modified
create-multipart-upload checksum-algorithm checksum-type upload
create-permission permission-key
create-share etag last-modified
create-table name preference-applied
delete-object delete-marker version-id
delete-objects N.code N.key N.message answers
entity-group-transaction N..* N.body N.etag answers index message
find-blobs-by-tags N.container N.name N.tag.* count
find-blobs-in-container count
force-close-handles closed
get-account-information account-kind hierarchical sku
get-blob block-count body content-md5 content-type copy-completed copy-id
get-blob copy-source copy-status created etag last-modified
get-blob lease-duration lease-state lease-status meta.* sealed sequence size tier tier-inferred type
get-blob-metadata etag last-modified meta.*
get-blob-properties block-count content-md5 content-type copy-id copy-source
get-blob-properties copy-status created etag last-modified lease-duration
get-blob-properties lease-state lease-status sealed size tier tier-inferred type
get-blob-service-properties property.*
get-blob-service-stats geo-status last-sync
get-blob-tags tag.*
get-block-list committed committed-sizes etag last-modified size uncommitted uncommitted-sizes
get-bucket-configuration document
get-bucket-policy policy
get-bucket-versioning status
get-container-acl etag last-modified policy-expiry.* policy-start.* policy.* public
get-container-metadata etag last-modified meta.*
get-container-properties etag last-modified lease-state lease-status meta.* public
get-directory-properties etag last-modified meta.*
get-entity .* body etag
get-file attributes body content-type etag file-id last-modified lease-state lease-status meta.* size
get-file-metadata etag last-modified meta.*
get-file-properties attributes content-type etag file-id last-modified lease-state lease-status permission-key size
get-file-service-properties property.*
get-messages N.dequeue-count N.expires N.id N.inserted N.next-visible N.receipt N.text count
get-object body content-type etag from last-modified of storage-class version-id
get-object-acl document
get-object-attributes checksum-type checksum.* content-type etag last-modified of-all storage-class
get-object-tagging tag.*
get-page-ranges cleared etag last-modified ranges size
get-permission permission
get-queue-acl policy-expiry.* policy-start.* policy.*
get-queue-metadata approximate-messages-count meta.*
get-queue-service-properties property.*
get-queue-service-stats geo-status last-sync
get-share-acl etag last-modified policy-expiry.* policy-start.* policy.*
get-share-properties etag last-modified lease-state lease-status meta.* quota
get-share-stats etag last-modified used
get-table name
get-table-acl count
get-table-service-properties property.*
get-table-service-stats geo-status last-sync
get-user-delegation-key key-expiry key-start
head-bucket region
head-object checksum-type checksum.* content-type etag last-modified size storage-class version-id
insert-entity .* body etag preference-applied
insert-or-merge-entity etag
insert-or-replace-entity etag
list-blobs N.content-md5 N.content-type N.created N.etag N.last-modified N.lease-state
list-blobs N.lease-status N.name N.prefix N.size N.tier N.tier-inferred N.type
list-blobs N.deleted N.deleted-time N.remaining-days count marker
list-buckets N.created N.name N.region count marker
list-containers N.etag N.last-modified N.lease-state N.lease-status N.name count
list-directories-and-files N.attributes N.name N.size count marker
list-handles N.access N.client N.handle N.opened N.oplock N.path N.share count
list-multipart-uploads N.checksum-algorithm N.checksum-type N.initiated N.key N.upload count next-key next-upload truncated
list-object-versions N.checksum-algorithm N.checksum-type N.delete-marker N.etag N.is-latest N.key
list-object-versions N.last-modified N.size N.version-id count next-key next-version truncated
list-objects N.checksum-algorithm N.checksum-type N.etag N.key N.last-modified N.size N.storage-class count
list-objects-v2 N.etag N.key N.last-modified N.size N.storage-class count marker
list-parts N.checksum.* N.etag N.last-modified N.part N.size
list-parts checksum-algorithm checksum-type count next-part truncated
list-queues N.name count marker
list-ranges etag last-modified ranges size
list-shares N.etag N.last-modified N.lease-state N.lease-status N.meta.* N.name N.quota count
merge-entity etag
peek-messages N.dequeue-count N.expires N.id N.inserted N.text count
put-blob crc64 etag last-modified md5
put-block crc64
put-block-list etag last-modified md5
put-message N.expires N.id N.inserted N.next-visible N.receipt
put-object checksum-type checksum.* etag version-id
put-page crc64 etag last-modified sequence
put-page-from-url etag last-modified sequence
put-range etag last-modified
query-entities N..* N.body N.etag count next
query-tables N.name count next
release-blob-lease etag last-modified
release-container-lease etag last-modified
release-file-lease etag last-modified
release-share-lease etag last-modified
rename-directory etag last-modified
rename-file etag last-modified
renew-blob-lease etag last-modified lease
renew-container-lease etag last-modified lease
renew-share-lease etag last-modified lease
set-blob-metadata etag last-modified
set-blob-properties etag last-modified sequence
set-container-acl etag last-modified
set-container-metadata etag last-modified
set-directory-metadata etag last-modified
set-file-metadata etag last-modified
set-file-properties etag last-modified permission-key
set-share-metadata etag last-modified
set-share-properties etag last-modified
smb-close kept
smb-create action handle oplock
smb-read body size
smb-write cached
snapshot-blob etag last-modified snapshot
snapshot-share snapshot
update-entity etag
update-message next-visible receipt
upload-part checksum.* etag
upload-part-copy etag last-modified
`
