package export

// What the calls in C# share.
var netMacros = map[string]string{
	"conn": `Environment.GetEnvironmentVariable("AZURE_STORAGE_CONNECTION_STRING")`,

	"service":   "var client = new BlobServiceClient(%conn%);\n",
	"container": "var client = new BlobContainerClient(%conn%, ${path:first});\n",
	"snap":      "[[.WithSnapshot(${snapshot})]];\n",
	"blob":      "var client = new BlobClient(%conn%, ${path:first}, ${path:rest})%snap%",
	"block":     "var client = new BlockBlobClient(%conn%, ${path:first}, ${path:rest})%snap%",
	"append":    "var client = new AppendBlobClient(%conn%, ${path:first}, ${path:rest})%snap%",
	"pageblob":  "var client = new PageBlobClient(%conn%, ${path:first}, ${path:rest})%snap%",
	"holder":    "var holder = client.GetBlobLeaseClient([[${lease:guid}]]);\n",
	"proposer":  "var holder = client.GetBlobLeaseClient([[${id:guid}]]);\n",

	"mod": "[[¦IfMatch = ${if-match:tag}]][[¦IfNoneMatch = ${if-none-match:tag}]][[¦IfModifiedSince = " +
		"${if-modified-since:time}]]" +
		"[[¦IfUnmodifiedSince = ${if-unmodified-since:time}]][[¦TagConditions = ${if-tags}]]",
	"held":   "[[¦LeaseId = ${lease:guid}]]",
	"rc":     "[[¦conditions: new BlobRequestConditions {%held%%mod%}]]",
	"lrc":    "[[¦conditions: new BlobLeaseRequestConditions {%mod%}]]",
	"setrc":  "[[¦Conditions = new BlobRequestConditions {%held%%mod%}]]",
	"setarc": "[[¦Conditions = new AppendBlobRequestConditions {%pos%%held%%mod%}]]",
	"pos":    "[[¦IfAppendPositionEqual = ${appendpos:int}]][[¦IfMaxSizeLessThanOrEqual = ${maxsize:int}]]",
	"seq": "[[¦IfSequenceNumberLessThanOrEqual = ${if-sequence-le:int}]][[¦IfSequenceNumberLessThan = " +
		"${if-sequence-lt:int}]][[¦IfSequenceNumberEqual = ${if-sequence-eq:int}]]",
	"setprc":  "[[¦Conditions = new PageBlobRequestConditions {%seq%%held%%mod%}]]",
	"prc":     "[[¦conditions: new PageBlobRequestConditions {%seq%%held%%mod%}]]",
	"meta":    "[[¦metadata: ${meta.*:dict}]]",
	"setmeta": "[[¦Metadata = ${meta.*:dict}]]",
	"settags": "[[¦Tags = ${tag.*:dict}]]",
	"fields": "[[¦ContentType = ${content-type}]][[¦ContentEncoding = ${content-encoding}]][[¦ContentLanguage = " +
		"${content-language}]]" +
		"[[¦ContentDisposition = ${content-disposition}]][[¦CacheControl = ${cache-control}]][[¦ContentHash = " +
		"${content-md5:md5}]]",
	"headers":   "[[¦HttpHeaders = new BlobHttpHeaders {%fields%}]]",
	"tier":      "[[¦AccessTier = new AccessTier(${tier})]]",
	"httprange": "new HttpRange(${range:from}[[, ${range:count}]])",
	"range":     "[[¦Range = new HttpRange(${range:from}[[, ${range:count}]])]]",
	"smod": "[[¦IfMatch = ${source-if-match:tag}]][[¦IfNoneMatch = ${source-if-none-match:tag}]][[¦IfModifiedSince " +
		"= ${source-if-modified-since:time}]]" +
		"[[¦IfUnmodifiedSince = ${source-if-unmodified-since:time}]]",
	"listing": "[[¦traits: ${include:some " +
		"metadata=BlobTraits.Metadata|tags=BlobTraits.Tags|copy=BlobTraits.CopyStatus}]][[¦states: ${include:some " +
		"snapshots=BlobStates.Snapshots|uncommitted=BlobStates.Uncommitted}]]",
	"copying": "[[¦new BlobCopyFromUriOptions {%setmeta%%settags%[[¦SourceConditions = new BlobRequestConditions " +
		"{%smod%[[¦TagConditions = ${source-if-tags}]]}]][[¦DestinationConditions = new BlobRequestConditions " +
		"{%held%%mod%}]]}]]",

	"queue":   "var client = new QueueClient(%conn%, ${queue});\n",
	"message": "var client = new QueueClient(%conn%, ${message:first});\n",
	"queues":  "var client = new QueueServiceClient(%conn%);\n",
	"hidden":  "[[¦visibilityTimeout: ${visibilitytimeout:seconds}]]",
	"retain":  "RetentionPolicy = new QueueRetentionPolicy { Enabled = false }",

	"tables": "var account = new TableServiceClient(%conn%);\n",
	"table":  "var client = new TableClient(%conn%, ${path:table});\n",

	"fsnap":     "[[.WithSnapshot(${snapshot})]];\n",
	"file":      "var client = new ShareFileClient(%conn%, ${path:first}, ${path:rest})%fsnap%",
	"directory": "var client = new ShareDirectoryClient(%conn%, ${path:first}, [[${path:rest}||\"\"]])%fsnap%",
	"share":     "var client = new ShareClient(%conn%, ${share})%fsnap%",
	"fileheld":  "var holder = client.GetShareLeaseClient([[${lease:guid}]]);\n",
	"filenew":   "var holder = client.GetShareLeaseClient([[${id:guid}]]);\n",
	"fc":        "[[¦conditions: new ShareFileRequestConditions {LeaseId = ${lease:guid}}]]",
	"setfc":     "[[¦Conditions = new ShareFileRequestConditions {LeaseId = ${lease:guid}}]]",
	"attrs": "new FileSmbProperties {FileAttributes = NtfsFileAttributes.${attributes:words " +
		"None=None|ReadOnly=ReadOnly}}",

	"s3":     "var client = new AmazonS3Client();\nvar answer = await client.",
	"object": "BucketName = ${path:first}¦Key = ${path:rest}",
	"s3cond": "[[¦IfMatch = ${if-match:etag}]][[¦IfNoneMatch = ${if-none-match:etag}]]",
	"s3read": "[[¦EtagToMatch = ${if-match:etag}]][[¦EtagToNotMatch = ${if-none-match:etag}]][[¦ModifiedSinceDate = " +
		"${if-modified-since:utc}]]" +
		"[[¦UnmodifiedSinceDate = ${if-unmodified-since:utc}]][[¦ByteRange = new " +
		"ByteRange(${range:range})]][[¦VersionId = ${version-id}]]",
	"s3meta": "[[¦Metadata = ${meta.*:pairs}]]",
	"s3dest": "DestinationBucket = ${path:first}¦DestinationKey = ${path:rest}¦SourceBucket = " +
		"${source:first}¦SourceKey = ${source:rest}[[¦SourceVersionId = ${source-version-id}]]",
}

var netBlobs = []call{
	{"create-container", "", "%container%var answer = await client.CreateAsync(%meta%);"},
	{"get-container-properties", "", "%container%var answer = await client.GetPropertiesAsync(%rc%);"},
	{"get-container-metadata", "", "%container%var answer = (await client.GetPropertiesAsync(%rc%)).Value.Metadata;"},
	{"set-container-metadata", "", "%container%var answer = await client.SetMetadataAsync([[${meta.*:dict}||new " +
		"Dictionary<string, string>()]]%rc%);"},
	{"get-container-acl", "", "%container%var answer = await client.GetAccessPolicyAsync(%rc%);"},
	{"set-container-acl", "", "%container%var answer = await client.SetAccessPolicyAsync(permissions: " +
		"[[${policy.*:policies Blob}||Array.Empty<BlobSignedIdentifier>()]]%rc%);"},
	{"delete-container", "", "%container%var answer = await client.DeleteAsync(%rc%);"},
	{"list-containers", "", "%service%var answer = client.GetBlobContainers([[prefix: " +
		"${prefix}]]).AsPages([[¦${marker}||null]][[¦${max:int}]]).First();"},
	{"list-blobs", "delimiter", "%container%var answer = client.GetBlobsByHierarchy(%listing%¦delimiter: " +
		"${delimiter}[[¦prefix: ${prefix}]]).AsPages([[¦${marker}||null]][[¦${max:int}]]).First();"},
	{"list-blobs", "", "%container%var answer = client.GetBlobs(%listing%[[¦prefix: " +
		"${prefix}]]).AsPages([[¦${marker}||null]][[¦${max:int}]]).First();"},
	{"put-blob", "type=AppendBlob", "%append%var answer = await client.CreateAsync(new AppendBlobCreateOptions " +
		"{%headers%%setmeta%%settags%%setarc%});"},
	{"put-blob", "type=PageBlob", "%pageblob%var answer = await client.CreateAsync(${size:int}, new " +
		"PageBlobCreateOptions {[[¦SequenceNumber = ${sequence:int}]]%headers%%setmeta%%settags%%setprc%});"},
	{"put-blob", "", "%blob%[[${type:given}]]var answer = await client.UploadAsync(${body:bytes}, new " +
		"BlobUploadOptions {%headers%%setmeta%%settags%%tier%%setrc%});"},
	{"get-blob", "", "%blob%var answer = await client.DownloadContentAsync([[new BlobDownloadOptions " +
		"{%range%%setrc%}]]);"},
	{"get-blob-properties", "", "%blob%var answer = await client.GetPropertiesAsync(%rc%);"},
	{"get-blob-metadata", "", "%blob%var answer = (await client.GetPropertiesAsync(%rc%)).Value.Metadata;"},
	{"set-blob-metadata", "",
		"%blob%var answer = await client.SetMetadataAsync([[${meta.*:dict}||new Dictionary<string, string>()]]%rc%);"},
	{"set-blob-properties", "sequence-action", "%pageblob%var answer = await " +
		"client.UpdateSequenceNumberAsync(SequenceNumberAction.${sequence-action:words " +
		"max=Max|update=Update|increment=Increment}[[¦sequenceNumber: ${sequence:int}]]%prc%);"},
	{"set-blob-properties", "size", "%pageblob%var answer = await client.ResizeAsync(${size:int}%prc%);"},
	{"set-blob-properties", "",
		"%blob%var answer = await client.SetHttpHeadersAsync(new BlobHttpHeaders {%fields%}%rc%);"},
	{"get-blob-tags", "", "%blob%var answer = await client.GetTagsAsync(%rc%);"},
	{"set-blob-tags", "", "%blob%var answer = await client.SetTagsAsync([[${tag.*:dict}||new Dictionary<string, " +
		"string>()]]%rc%);"},
	{"set-blob-tier", "", "%blob%var answer = await client.SetAccessTierAsync(new AccessTier(${tier})%rc%);"},
	{"snapshot-blob", "", "%blob%var answer = await client.CreateSnapshotAsync(%meta%%rc%);"},
	{"delete-blob", "", "%blob%var answer = await client.DeleteAsync([[¦DeleteSnapshotsOption.${snapshots:words " +
		"include=IncludeSnapshots|only=OnlySnapshots}]]%rc%);"},
	{"acquire-container-lease", "",
		"%container%%proposer%var answer = await holder.AcquireAsync(${duration:seconds}%lrc%);"},
	{"renew-container-lease", "", "%container%%holder%var answer = await holder.RenewAsync(%lrc%);"},
	{"change-container-lease", "", "%container%%holder%var answer = await holder.ChangeAsync(${id:guid}%lrc%);"},
	{"release-container-lease", "", "%container%%holder%var answer = await holder.ReleaseAsync(%lrc%);"},
	{"break-container-lease", "",
		"%container%%holder%var answer = await holder.BreakAsync([[¦${period:seconds}]]%lrc%);"},
	{"acquire-blob-lease", "", "%blob%%proposer%var answer = await holder.AcquireAsync(${duration:seconds}%lrc%);"},
	{"renew-blob-lease", "", "%blob%%holder%var answer = await holder.RenewAsync(%lrc%);"},
	{"change-blob-lease", "", "%blob%%holder%var answer = await holder.ChangeAsync(${id:guid}%lrc%);"},
	{"release-blob-lease", "", "%blob%%holder%var answer = await holder.ReleaseAsync(%lrc%);"},
	{"break-blob-lease", "", "%blob%%holder%var answer = await holder.BreakAsync([[¦${period:seconds}]]%lrc%);"},
	{"put-block", "", "%block%var answer = await client.StageBlockAsync(${block}, ${body:stream}, new " +
		"BlockBlobStageBlockOptions {[[¦Conditions = new BlobRequestConditions {%held%}]]});"},
	{"put-block-from-url", "", "%block%var answer = await client.StageBlockFromUriAsync(new Uri(${source:url}), " +
		"${block}, new StageBlockFromUriOptions {[[¦SourceRange = new HttpRange(${source-range:from}[[, " +
		"${source-range:count}]])]][[¦SourceConditions = new RequestConditions {%smod%}]][[¦DestinationConditions = " +
		"new BlobRequestConditions {%held%}]]});"},
	{"put-block-list", "", "%block%var answer = await " +
		"client.CommitBlockListAsync([[${blocks:ids}||Array.Empty<string>()]], new CommitBlockListOptions " +
		"{%headers%%setmeta%%settags%%tier%%setrc%});"},
	{"get-block-list", "", "%block%var answer = await client.GetBlockListAsync(BlockListTypes.[[${list:words " +
		"committed=Committed|uncommitted=Uncommitted|all=All}||Committed]]%rc%);"},
	{"append-block", "", "%append%var answer = await client.AppendBlockAsync(${body:stream}, new " +
		"AppendBlobAppendBlockOptions {%setarc%});"},
	{"append-blob-seal", "", "%append%var answer = await client.SealAsync([[¦conditions: new " +
		"AppendBlobRequestConditions {[[¦IfAppendPositionEqual = ${appendpos:int}]]%held%%mod%}]]);"},
	{"put-page", "page-write=clear", "%pageblob%var answer = await client.ClearPagesAsync(%httprange%%prc%);"},
	{"put-page", "", "%pageblob%[[${page-write:given}]]// The pages end with the body.\nvar answer = await " +
		"client.UploadPagesAsync(${body:stream}, ${range:from}, new PageBlobUploadPagesOptions {%setprc%});"},
	{"get-page-ranges", "", "%pageblob%var answer = client.GetAllPageRanges(new GetPageRangesOptions " +
		"{%range%%setprc%}).ToList();"},
	{"copy-blob", "", "%blob%var answer = await client.StartCopyFromUriAsync(new Uri(${source:url})%copying%);"},
	{"copy-blob-from-url", "",
		"%blob%var answer = await client.SyncCopyFromUriAsync(new Uri(${source:url})%copying%);"},
	{"abort-copy-blob", "", "%blob%var answer = await client.AbortCopyFromUriAsync(${copy}%rc%);"},
}

var netQueues = []call{
	{"put-message", "", "%queue%var answer = await client.SendMessageAsync(${text}%hidden%[[¦timeToLive: " +
		"${messagettl:seconds}]]);"},
	{"get-messages", "", "%queue%var answer = await client.ReceiveMessagesAsync([[¦maxMessages: " +
		"${numofmessages:int}]]%hidden%);"},
	{"peek-messages", "", "%queue%var answer = await client.PeekMessagesAsync([[¦maxMessages: " +
		"${numofmessages:int}]]);"},
	{"update-message", "", "%message%var answer = await client.UpdateMessageAsync(${message:rest}, " +
		"${popreceipt}[[¦${text}||¦(string)null]]%hidden%);"},
	{"delete-message", "", "%message%var answer = await client.DeleteMessageAsync(${message:rest}, ${popreceipt});"},
	{"create-queue", "", "%queue%var answer = await client.CreateAsync(%meta%);"},
	{"delete-queue", "", "%queue%var answer = await client.DeleteAsync();"},
	{"clear-messages", "", "%queue%var answer = await client.ClearMessagesAsync();"},
	{"get-queue-metadata", "", "%queue%var answer = await client.GetPropertiesAsync();"},
	{"set-queue-metadata", "",
		"%queue%var answer = await client.SetMetadataAsync([[${meta.*:dict}||new Dictionary<string, string>()]]);"},
	{"get-queue-acl", "", "%queue%var answer = await client.GetAccessPolicyAsync();"},
	{"set-queue-acl", "", "%queue%var answer = await client.SetAccessPolicyAsync([[${policy.*:policies " +
		"Queue}||Array.Empty<QueueSignedIdentifier>()]]);"},
	{"list-queues", "", "%queues%var answer = client.GetQueues([[prefix: " +
		"${prefix}]]).AsPages([[¦${marker}||null]][[¦${maxresults:int}]]).First();"},
	{"get-queue-service-properties", "", "%queues%[[${account:given}]]var answer = await client.GetPropertiesAsync();"},
	{"set-queue-service-properties", "",
		"%queues%[[${account:given}]]var answer = await client.SetPropertiesAsync(new QueueServiceProperties {" +
			"[[¦Logging = new QueueAnalyticsLogging { Version = \"1.0\", Read = ${property.Logging:has read}, Write " +
			"= " +
			"${property.Logging:has write}, Delete = ${property.Logging:has delete}, %retain% }]]" +
			"[[¦HourMetrics = new QueueMetrics { Version = \"1.0\", Enabled = ${property.HourMetrics:has on}, " +
			"%retain% " +
			"}]]" +
			"[[¦MinuteMetrics = new QueueMetrics { Version = \"1.0\", Enabled = ${property.MinuteMetrics:has on}, " +
			"%retain% }]]" +
			"[[¦Cors = new List<QueueCorsRule> { new QueueCorsRule { AllowedOrigins = ${property.Cors}, " +
			"AllowedMethods " +
			"= \"GET\", AllowedHeaders = \"\", ExposedHeaders = \"\", MaxAgeInSeconds = 0 } }]]});"},
}

var netTables = []call{
	{"create-table", "", "%table%var answer = await client.CreateAsync();"},
	{"get-table", "", "%tables%// The SDK asks for one table by the list of tables.\nvar answer = account.Query(t " +
		"=> t.Name == ${path}).ToList();"},
	{"query-entities", "", "%table%var answer = client.Query<TableEntity>([[¦filter: ${filter}]][[¦maxPerPage: " +
		"${top:int}]][[¦select: ${select:comma}]]).AsPages([[${next:nextkeys}]]).First();"},
	{"query-tables", "", "%tables%var answer = account.Query([[¦filter: ${filter}||¦filter: " +
		"(string)null]][[¦maxPerPage: ${top:int}]]).AsPages([[${next}]]).First();"},
	{"get-table-acl", "", "%table%var answer = await client.GetAccessPoliciesAsync();"},
	{"set-table-acl", "", "%table%var answer = await client.SetAccessPolicyAsync([[${policy.*:policies " +
		"Table}||Array.Empty<TableSignedIdentifier>()]]);"},
	{"delete-table", "", "%table%var answer = await client.DeleteAsync();"},
	{"insert-entity", "", "%table%var answer = await client.AddEntityAsync(${path:entity});"},
	{"get-entity", "", "%table%var answer = await client.GetEntityAsync<TableEntity>(${path:partition}, " +
		"${path:row}[[¦select: ${select:comma}]]);"},
	{"update-entity", "if-match", "%table%var answer = await " +
		"client.UpdateEntityAsync(${path:entity}[[¦${if-match:tag}||¦ETag.All]]¦TableUpdateMode.Replace);"},
	{"update-entity", "", "%table%var answer = await " +
		"client.UpsertEntityAsync(${path:entity}¦TableUpdateMode.Replace);"},
	{"merge-entity", "if-match", "%table%var answer = await " +
		"client.UpdateEntityAsync(${path:entity}[[¦${if-match:tag}||¦ETag.All]]¦TableUpdateMode.Merge);"},
	{"merge-entity", "", "%table%var answer = await client.UpsertEntityAsync(${path:entity}¦TableUpdateMode.Merge);"},
	{"insert-or-replace-entity", "",
		"%table%var answer = await client.UpsertEntityAsync(${path:entity}¦TableUpdateMode.Replace);"},
	{"insert-or-merge-entity", "",
		"%table%var answer = await client.UpsertEntityAsync(${path:entity}¦TableUpdateMode.Merge);"},
	{"delete-entity", "", "%table%var answer = await client.DeleteEntityAsync(${path:partition}, " +
		"${path:row}[[¦${if-match:tag}]]);"},
	{"entity-group-transaction", "", "%table%var answer = await client.SubmitTransactionAsync(${operations:actions});"},
}

var netFiles = []call{
	{"create-file", "", "%file%var answer = await client.CreateAsync(${size:int}[[¦httpHeaders: new " +
		"ShareFileHttpHeaders {ContentType = ${content-type}}]]%meta%[[¦smbProperties: %attrs%]]%fc%);"},
	{"get-file", "", "%file%var answer = await client.DownloadAsync([[new ShareFileDownloadOptions " +
		"{%range%%setfc%}]]);"},
	{"get-file-properties", "", "%file%var answer = await client.GetPropertiesAsync(%fc%);"},
	{"get-file-metadata", "", "%file%var answer = (await client.GetPropertiesAsync(%fc%)).Value.Metadata;"},
	{"set-file-properties", "", "%file%var answer = await client.SetHttpHeadersAsync(new " +
		"ShareFileSetHttpHeadersOptions {[[¦NewSize = ${size:int}]][[¦HttpHeaders = new ShareFileHttpHeaders " +
		"{ContentType = ${content-type}}]][[¦SmbProperties = %attrs%]]%setfc%});"},
	{"set-file-metadata", "",
		"%file%var answer = await client.SetMetadataAsync([[${meta.*:dict}||new Dictionary<string, string>()]]%fc%);"},
	{"put-range", "write=clear", "%file%var answer = await client.ClearRangeAsync(%httprange%%fc%);"},
	{"put-range", "", "%file%[[${write:given}]]var answer = await client.UploadRangeAsync(%httprange%, " +
		"${body:stream}[[, new ShareFileUploadRangeOptions {%setfc%}]]);"},
	{"list-ranges", "", "%file%var answer = await client.GetRangeListAsync(new ShareFileGetRangeListOptions " +
		"{%range%%setfc%});"},
	{"copy-file", "", "%file%var answer = await client.StartCopyAsync(new Uri(${source:url})[[, new " +
		"ShareFileCopyOptions {%setfc%}]]);"},
	{"delete-file", "", "%file%var answer = await client.DeleteAsync(%fc%);"},
	{"list-handles", "", "%file%var answer = client.GetHandles().ToList();"},
	{"force-close-handles", "handle=*", "%file%var answer = await client.ForceCloseAllHandlesAsync();"},
	{"force-close-handles", "", "%file%var answer = await client.ForceCloseHandleAsync(${handle});"},
	{"acquire-file-lease", "", "%file%%filenew%// The lease of a file has no end.[[${duration:one}]]\nvar answer = " +
		"await holder.AcquireAsync();"},
	{"change-file-lease", "", "%file%%fileheld%var answer = await holder.ChangeAsync(${id:guid});"},
	{"release-file-lease", "", "%file%%fileheld%var answer = await holder.ReleaseAsync();"},
	{"break-file-lease", "", "%file%%fileheld%var answer = await holder.BreakAsync();"},
	{"acquire-share-lease", "", "%share%%filenew%var answer = await holder.AcquireAsync(${duration:seconds});"},
	{"renew-share-lease", "", "%share%%fileheld%var answer = await holder.RenewAsync();"},
	{"change-share-lease", "", "%share%%fileheld%var answer = await holder.ChangeAsync(${id:guid});"},
	{"release-share-lease", "", "%share%%fileheld%var answer = await holder.ReleaseAsync();"},
	{"break-share-lease", "",
		"%share%%fileheld%// The SDK breaks it without a period.\nvar answer = await holder.BreakAsync();"},
	{"create-directory", "", "%directory%var answer = await client.CreateAsync();"},
	{"delete-directory", "", "%directory%var answer = await client.DeleteAsync();"},
	{"list-directories-and-files", "", "%directory%var answer = client.GetFilesAndDirectories([[prefix: " +
		"${prefix}]]).AsPages([[¦${marker}||null]][[¦${max:int}]]).First();"},
	{"create-share", "", "%share%var answer = await client.CreateAsync(new ShareCreateOptions {[[QuotaInGB = " +
		"${quota:int}]]});"},
	{"set-share-properties", "", "%share%var answer = await client.SetPropertiesAsync(new ShareSetPropertiesOptions " +
		"{[[QuotaInGB = ${quota:int}]]});"},
	{"snapshot-share", "", "%share%var answer = await client.CreateSnapshotAsync();"},
	{"delete-share", "", "%share%var answer = await client.DeleteAsync(new ShareDeleteOptions " +
		"{[[¦ShareSnapshotsDeleteOption = ShareSnapshotsDeleteOption.${snapshots:words include=Include}]]%setfc%});"},
}

var netBuckets = []call{
	{"put-object", "", "%s3%PutObjectAsync(new PutObjectRequest {%object%¦InputStream = " +
		"${body:stream}%s3cond%[[¦ContentType = ${content-type}]][[¦StorageClass = new " +
		"S3StorageClass(${storage-class})]]%s3meta%});"},
	{"get-object", "", "%s3%GetObjectAsync(new GetObjectRequest {%object%%s3read%});"},
	{"head-object", "", "%s3%GetObjectMetadataAsync(new GetObjectMetadataRequest {%object%%s3read%});"},
	{"copy-object", "", "%s3%CopyObjectAsync(new CopyObjectRequest {%s3dest%%s3cond%[[¦ETagToMatch = " +
		"${source-if-match:etag}]][[¦ETagToNotMatch = ${source-if-none-match:etag}]][[¦ModifiedSinceDate = " +
		"${source-if-modified-since:utc}]][[¦UnmodifiedSinceDate = " +
		"${source-if-unmodified-since:utc}]][[¦StorageClass = new " +
		"S3StorageClass(${storage-class})]][[¦MetadataDirective = S3MetadataDirective.REPLACE¦Metadata = " +
		"${meta.*:pairs}]]});"},
	{"delete-object", "", "%s3%DeleteObjectAsync(new DeleteObjectRequest {%object%[[¦IfMatch = " +
		"${if-match:etag}]][[¦VersionId = ${version-id}]][[¦IfMatchSize = " +
		"${if-match-size:int}]][[¦IfMatchLastModifiedTime = ${if-match-last-modified-time:utc}]]});"},
	{"delete-objects", "", "%s3%DeleteObjectsAsync(new DeleteObjectsRequest {BucketName = ${path}¦Objects = " +
		"${keys:keys}});"},
	{"create-multipart-upload", "", "%s3%InitiateMultipartUploadAsync(new InitiateMultipartUploadRequest " +
		"{%object%[[¦ContentType = ${content-type}]]%s3meta%});"},
	{"upload-part", "", "%s3%UploadPartAsync(new UploadPartRequest {%object%¦UploadId = ${upload}¦PartNumber = " +
		"${part:int}¦InputStream = ${body:stream}});"},
	{"upload-part-copy", "", "%s3%CopyPartAsync(new CopyPartRequest {%s3dest%¦UploadId = ${upload}¦PartNumber = " +
		"${part:int}[[¦FirstByte = ${source-range:from}¦LastByte = ${source-range:to}]][[¦ETagToMatch = new " +
		"List<string> {${source-if-match:etag}}]][[¦ETagsToNotMatch = new List<string> " +
		"{${source-if-none-match:etag}}]][[¦ModifiedSinceDate = " +
		"${source-if-modified-since:utc}]][[¦UnmodifiedSinceDate = ${source-if-unmodified-since:utc}]]});"},
	{"complete-multipart-upload", "", "%s3%CompleteMultipartUploadAsync(new CompleteMultipartUploadRequest " +
		"{%object%¦UploadId = ${upload}¦PartETags = ${parts:parts}%s3cond%});"},
	{"abort-multipart-upload", "",
		"%s3%AbortMultipartUploadAsync(new AbortMultipartUploadRequest {%object%¦UploadId = ${upload}});"},
	{"list-parts", "", "%s3%ListPartsAsync(new ListPartsRequest {%object%¦UploadId = ${upload}});"},
	{"create-bucket", "", "%s3%PutBucketAsync(new PutBucketRequest {BucketName = ${path}});"},
	{"delete-bucket", "", "%s3%DeleteBucketAsync(new DeleteBucketRequest {BucketName = ${path}});"},
	{"list-objects-v2", "", "%s3%ListObjectsV2Async(new ListObjectsV2Request {BucketName = ${path}[[¦Prefix = " +
		"${prefix}]][[¦Delimiter = ${delimiter}]][[¦ContinuationToken = ${marker}]][[¦MaxKeys = ${max:int}]]});"},
	{"list-object-versions", "",
		"%s3%ListVersionsAsync(new ListVersionsRequest {BucketName = ${path}[[¦Prefix = ${prefix}]]});"},
	{"list-multipart-uploads", "",
		"%s3%ListMultipartUploadsAsync(new ListMultipartUploadsRequest {BucketName = ${path}[[¦Prefix = " +
			"${prefix}]]});"},
	{"put-bucket-policy", "",
		"%s3%PutBucketPolicyAsync(new PutBucketPolicyRequest {BucketName = ${path}¦Policy = ${policy}});"},
	{"get-bucket-policy", "", "%s3%GetBucketPolicyAsync(new GetBucketPolicyRequest {BucketName = ${path}});"},
	{"delete-bucket-policy", "", "%s3%DeleteBucketPolicyAsync(new DeleteBucketPolicyRequest {BucketName = ${path}});"},
	{"put-bucket-versioning", "", "%s3%PutBucketVersioningAsync(new PutBucketVersioningRequest {BucketName = " +
		"${path}¦VersioningConfig = new S3BucketVersioningConfig {Status = new VersionStatus(${status})}});"},
	{"get-bucket-versioning", "",
		"%s3%GetBucketVersioningAsync(new GetBucketVersioningRequest {BucketName = ${path}});"},
	{"put-role-policy", "", "var client = new AmazonIdentityManagementServiceClient();\nvar answer = await " +
		"client.PutRolePolicyAsync(new PutRolePolicyRequest {RoleName = ${role}¦PolicyName = " +
		"\"rights\"¦PolicyDocument = ${policy}});"},
}
