package export

// What the calls in Java share.
var javaMacros = map[string]string{
	"conn": `connectionString(System.getenv("AZURE_STORAGE_CONNECTION_STRING"))`,
	"end":  "null, Context.NONE)",

	"service":   "var client = new BlobServiceClientBuilder().%conn%.buildClient();\n",
	"container": "var client = new BlobContainerClientBuilder().%conn%.containerName(${path:first}).buildClient();\n",
	"blob": "var client = new " +
		"BlobClientBuilder().%conn%.containerName(${path:first}).blobName(${path:rest})[[.snapshot(${snapshot})]].buildClient();\n",
	"blobholder": "%blob%var holder = new " +
		"BlobLeaseClientBuilder().blobClient(client)[[.leaseId(${lease:guid})]].buildClient();\n",
	"blobnew": "%blob%var holder = new " +
		"BlobLeaseClientBuilder().blobClient(client)[[.leaseId(${id:guid})]].buildClient();\n",
	"contholder": "%container%var holder = new " +
		"BlobLeaseClientBuilder().containerClient(client)[[.leaseId(${lease:guid})]].buildClient();\n",
	"contnew": "%container%var holder = new " +
		"BlobLeaseClientBuilder().containerClient(client)[[.leaseId(${id:guid})]].buildClient();\n",

	"mod": "[[.setIfMatch(${if-match:etag})]][[.setIfNoneMatch(${if-none-match:etag})]][[.setIfModifiedSince(${if-modified-since:time})]]" +
		"[[.setIfUnmodifiedSince(${if-unmodified-since:time})]][[.setTagsConditions(${if-tags})]]",
	"held":    "[[.setLeaseId(${lease:guid})]]",
	"rc":      "[[new BlobRequestConditions()%held%%mod%||null]]",
	"setrc":   "[[.setRequestConditions(new BlobRequestConditions()%held%%mod%)]]",
	"setlrc":  "[[.setRequestConditions(new BlobLeaseRequestConditions()%mod%)]]",
	"leaseid": "[[${lease:guid}||null]]",
	"meta":    "[[${meta.*:map}||null]]",
	"setmeta": "[[.setMetadata(${meta.*:map})]]",
	"settags": "[[.setTags(${tag.*:map})]]",
	"fields": "[[.setContentType(${content-type})]][[.setContentEncoding(${content-encoding})]][[.setContentLanguage(${content-language})]]" +
		"[[.setContentDisposition(${content-disposition})]][[.setCacheControl(${cache-control})]][[.setContentMd5(${content-md5:md5})]]",
	"headers": "[[.setHeaders(new BlobHttpHeaders()%fields%)]]",
	"tier":    "[[.setTier(AccessTier.fromString(${tier}))]]",
	"prc": "[[new PageBlobRequestConditions()[[.setIfSequenceNumberLessThanOrEqualTo(${if-sequence-le:int}L)]][[.setIfSequenceNumberLessThan(${if-sequence-lt:int}L)]]" +
		"[[.setIfSequenceNumberEqualTo(${if-sequence-eq:int}L)]]%held%%mod%||null]]",
	"arc":   "[[new AppendBlobRequestConditions()[[.setAppendPosition(${appendpos:int}L)]][[.setMaxSize(${maxsize:int}L)]]%held%%mod%||null]]",
	"pages": "new PageRange().setStart(${range:from}L)[[.setEnd(${range:to}L)]]",
	"bytes": "[[new BlobRange(${range:from}L[[, ${range:count}L]])||new BlobRange(0)]]",
	"smod": "[[.setIfMatch(${source-if-match:etag})]][[.setIfNoneMatch(${source-if-none-match:etag})]][[.setIfModifiedSince(${source-if-modified-since:time})]]" +
		"[[.setIfUnmodifiedSince(${source-if-unmodified-since:time})]]",
	"listing": "[[.setPrefix(${prefix})]][[.setMaxResultsPerPage(${max:int})]][[.setDetails(new " +
		"BlobListDetails()${include:chain " +
		"snapshots=Snapshots|uncommitted=UncommittedBlobs|metadata=Metadata|tags=Tags|copy=Copy})]]",
	"page": ".iterableByPage([[${marker}]]).iterator().next().getValue()",

	"queue":   "var client = new QueueClientBuilder().%conn%.queueName(${queue}).buildClient();\n",
	"message": "var client = new QueueClientBuilder().%conn%.queueName(${message:first}).buildClient();\n",
	"queues":  "var client = new QueueServiceClientBuilder().%conn%.buildClient();\n",
	"hidden":  "[[${visibilitytimeout:seconds}||null]]",
	"retain":  "setRetentionPolicy(new QueueRetentionPolicy().setEnabled(false))",

	"tables": "var account = new TableServiceClientBuilder().%conn%.buildClient();\n",
	"table":  "var client = new TableClientBuilder().%conn%.tableName(${path:table}).buildClient();\n",

	"file": "var client = new " +
		"ShareFileClientBuilder().%conn%.shareName(${path:first}).resourcePath(${path:rest})[[.snapshot(${snapshot})]].buildFileClient();\n",
	"directory": "var client = new " +
		"ShareFileClientBuilder().%conn%.shareName(${path:first}).resourcePath([[${path:rest}||\"\"]])[[.snapshot(${snapshot})]].buildDirectoryClient();\n",
	"share": "var client = new " +
		"ShareClientBuilder().%conn%.shareName(${share})[[.snapshot(${snapshot})]].buildClient();\n",
	"fileheld": "%file%var holder = new " +
		"ShareLeaseClientBuilder().fileClient(client)[[.leaseId(${lease:guid})]].buildClient();\n",
	"shareheld": "%share%var holder = new " +
		"ShareLeaseClientBuilder().shareClient(client)[[.leaseId(${lease:guid})]].buildClient();\n",
	"src":   "[[new ShareRequestConditions().setLeaseId(${lease:guid})||null]]",
	"wait":  "[[${timeout:seconds}||null]], Context.NONE)",
	"ftype": "[[new ShareFileHttpHeaders().setContentType(${content-type})||null]]",
	"attrs": "[[new FileSmbProperties().setNtfsFileAttributes(EnumSet.of(NtfsFileAttributes.${attributes:words " +
		"None=NORMAL|ReadOnly=READ_ONLY}))||null]]",
	"frange": "[[new ShareFileRange(${range:from}L[[, ${range:to}L]])||null]]",

	"s3":     "S3Client client = S3Client.create();\nvar answer = client.",
	"object": ".bucket(${path:first}).key(${path:rest})",
	"s3cond": "[[.ifMatch(${if-match:etag})]][[.ifNoneMatch(${if-none-match:etag})]]",
	"s3read": "%s3cond%[[.ifModifiedSince(${if-modified-since:instant})]][[.ifUnmodifiedSince(${if-unmodified-since:instant})]][[.range(${range:range})]][[.versionId(${version-id})]]",
	"s3src": ".sourceBucket(${source:first}).sourceKey(${source:rest})[[.sourceVersionId(${source-version-id})]]" +
		"[[.copySourceIfMatch(${source-if-match:etag})]][[.copySourceIfNoneMatch(${source-if-none-match:etag})]]" +
		"[[.copySourceIfModifiedSince(${source-if-modified-since:instant})]][[.copySourceIfUnmodifiedSince(${source-if-unmodified-since:instant})]]",
}

var javaBlobs = []call{
	{"create-container", "", "%container%var answer = client.createWithResponse(%meta%, null, %end%;"},
	{"get-container-properties", "", "%container%var answer = client.getPropertiesWithResponse(%leaseid%, %end%;"},
	{"get-container-metadata", "",
		"%container%var answer = client.getPropertiesWithResponse(%leaseid%, %end%.getValue().getMetadata();"},
	{"set-container-metadata", "", "%container%var answer = client.setMetadataWithResponse(%meta%, %rc%, %end%;"},
	{"get-container-acl", "", "%container%var answer = client.getAccessPolicyWithResponse(%leaseid%, %end%;"},
	{"set-container-acl", "", "%container%var answer = client.setAccessPolicyWithResponse(null, " +
		"[[${policy.*:policies Blob}||List.of()]], %rc%, %end%;"},
	{"delete-container", "", "%container%var answer = client.deleteWithResponse(%rc%, %end%;"},
	{"list-containers", "", "%service%var answer = client.listBlobContainers(new " +
		"ListBlobContainersOptions()[[.setPrefix(${prefix})]][[.setMaxResultsPerPage(${max:int})]], null)%page%;"},
	{"list-blobs", "delimiter", "%container%var answer = client.listBlobsByHierarchy(${delimiter}, new " +
		"ListBlobsOptions()%listing%, null)%page%;"},
	{"list-blobs", "", "%container%var answer = client.listBlobs(new ListBlobsOptions()%listing%, null)%page%;"},
	{"put-blob", "type=AppendBlob", "%blob%var answer = client.getAppendBlobClient().createWithResponse(new " +
		"AppendBlobCreateOptions()%headers%%setmeta%%settags%%setrc%, %end%;"},
	{"put-blob", "type=PageBlob", "%blob%var answer = client.getPageBlobClient().createWithResponse(new " +
		"PageBlobCreateOptions(${size:int}L)[[.setSequenceNumber(${sequence:int}L)]]%headers%%setmeta%%settags%%setrc%, %end%;"},
	{"put-blob", "", "%blob%[[${type:given}]]var answer = client.getBlockBlobClient().uploadWithResponse(new " +
		"BlockBlobSimpleUploadOptions(${body:bytes})[[.setContentMd5(${md5:md5})]]%headers%%setmeta%%settags%%tier%%setrc%, %end%;"},
	{"get-blob", "range", "%blob%var answer = client.downloadContentWithResponse(null, %rc%, %bytes%, false, %end%;"},
	{"get-blob", "", "%blob%var answer = client.downloadContentWithResponse(null, %rc%, %end%;"},
	{"get-blob-properties", "", "%blob%var answer = client.getPropertiesWithResponse(%rc%, %end%;"},
	{"get-blob-metadata", "",
		"%blob%var answer = client.getPropertiesWithResponse(%rc%, %end%.getValue().getMetadata();"},
	{"set-blob-metadata", "", "%blob%var answer = client.setMetadataWithResponse(%meta%, %rc%, %end%;"},
	{"set-blob-properties", "sequence-action", "%blob%var answer = " +
		"client.getPageBlobClient().updateSequenceNumberWithResponse(SequenceNumberActionType.${sequence-action:words max=MAX|update=UPDATE|increment=INCREMENT}, [[${sequence:int}L||null]], %rc%, %end%;"},
	{"set-blob-properties", "size",
		"%blob%var answer = client.getPageBlobClient().resizeWithResponse(${size:int}L, %rc%, %end%;"},
	{"set-blob-properties", "",
		"%blob%var answer = client.setHttpHeadersWithResponse(new BlobHttpHeaders()%fields%, %rc%, %end%;"},
	{"get-blob-tags", "", "%blob%var answer = client.getTagsWithResponse(new BlobGetTagsOptions()%setrc%, %end%;"},
	{"set-blob-tags", "", "%blob%var answer = client.setTagsWithResponse(new " +
		"BlobSetTagsOptions([[${tag.*:map}||Map.of()]])%setrc%, %end%;"},
	{"set-blob-tier", "", "%blob%var answer = client.setAccessTierWithResponse(new " +
		"BlobSetAccessTierOptions(AccessTier.fromString(${tier}))%held%[[.setTagsConditions(${if-tags})]], %end%;"},
	{"snapshot-blob", "", "%blob%var answer = client.createSnapshotWithResponse(%meta%, %rc%, %end%;"},
	{"delete-blob", "", "%blob%var answer = client.deleteWithResponse([[DeleteSnapshotsOptionType.${snapshots:words " +
		"include=INCLUDE|only=ONLY}||null]], %rc%, %end%;"},
	{"acquire-container-lease", "", "%contnew%var answer = holder.acquireLeaseWithResponse(new " +
		"BlobAcquireLeaseOptions(${duration:int})%setlrc%, %end%;"},
	{"renew-container-lease", "",
		"%contholder%var answer = holder.renewLeaseWithResponse(new BlobRenewLeaseOptions()%setlrc%, %end%;"},
	{"change-container-lease", "",
		"%contholder%var answer = holder.changeLeaseWithResponse(new BlobChangeLeaseOptions(${id:guid})%setlrc%, " +
			"%end%;"},
	{"release-container-lease", "",
		"%contholder%var answer = holder.releaseLeaseWithResponse(new BlobReleaseLeaseOptions()%setlrc%, %end%;"},
	{"break-container-lease", "", "%contholder%var answer = holder.breakLeaseWithResponse(new " +
		"BlobBreakLeaseOptions()[[.setBreakPeriod(${period:seconds})]]%setlrc%, %end%;"},
	{"acquire-blob-lease", "", "%blobnew%var answer = holder.acquireLeaseWithResponse(new " +
		"BlobAcquireLeaseOptions(${duration:int})%setlrc%, %end%;"},
	{"renew-blob-lease", "",
		"%blobholder%var answer = holder.renewLeaseWithResponse(new BlobRenewLeaseOptions()%setlrc%, %end%;"},
	{"change-blob-lease", "",
		"%blobholder%var answer = holder.changeLeaseWithResponse(new BlobChangeLeaseOptions(${id:guid})%setlrc%, " +
			"%end%;"},
	{"release-blob-lease", "",
		"%blobholder%var answer = holder.releaseLeaseWithResponse(new BlobReleaseLeaseOptions()%setlrc%, %end%;"},
	{"break-blob-lease", "", "%blobholder%var answer = holder.breakLeaseWithResponse(new " +
		"BlobBreakLeaseOptions()[[.setBreakPeriod(${period:seconds})]]%setlrc%, %end%;"},
	{"put-block", "", "%blob%var answer = client.getBlockBlobClient().stageBlockWithResponse(new " +
		"BlockBlobStageBlockOptions(${block}, ${body:bytes})[[.setContentMd5(${md5:md5})]]%held%, %end%;"},
	{"put-block-from-url", "", "%blob%var answer = client.getBlockBlobClient().stageBlockFromUrlWithResponse(new " +
		"BlockBlobStageBlockFromUrlOptions(${block}, ${source:url})[[.setSourceRange(new " +
		"BlobRange(${source-range:from}L[[, ${source-range:count}L]]))]]%held%[[.setSourceRequestConditions(new " +
		"BlobRequestConditions()%smod%)]], %end%;"},
	{"put-block-list", "", "%blob%var answer = client.getBlockBlobClient().commitBlockListWithResponse(new " +
		"BlockBlobCommitBlockListOptions([[${blocks:ids}||List.of()]])%headers%%setmeta%%settags%%tier%%setrc%, " +
		"%end%;"},
	{"get-block-list", "", "%blob%var answer = client.getBlockBlobClient().listBlocksWithResponse(new " +
		"BlockBlobListBlocksOptions(BlockListType.[[${list:words " +
		"committed=COMMITTED|uncommitted=UNCOMMITTED|all=ALL}||COMMITTED]])%held%[[.setIfTagsMatch(${if-tags})]], " +
		"%end%;"},
	{"append-block", "", "%blob%var answer = client.getAppendBlobClient().appendBlockWithResponse(${body:stream}, " +
		"${body:length}, [[${md5:md5}||null]], %arc%, %end%;"},
	{"append-blob-seal", "", "%blob%var answer = client.getAppendBlobClient().sealWithResponse(new " +
		"AppendBlobSealOptions()[[.setRequestConditions(new " +
		"AppendBlobRequestConditions()[[.setAppendPosition(${appendpos:int}L)]]%held%%mod%)]], %end%;"},
	{"put-page", "page-write=clear",
		"%blob%var answer = client.getPageBlobClient().clearPagesWithResponse(%pages%, %prc%, %end%;"},
	{"put-page", "", "%blob%[[${page-write:given}]]var answer = " +
		"client.getPageBlobClient().uploadPagesWithResponse(%pages%, ${body:stream}, [[${md5:md5}||null]], %prc%, " +
		"%end%;"},
	{"get-page-ranges", "", "%blob%var answer = client.getPageBlobClient().listPageRanges(new " +
		"ListPageRangesOptions(%bytes%)%setrc%, %end%.iterableByPage().iterator().next().getValue();"},
	{"copy-blob", "", "%blob%var answer = client.beginCopy(new " +
		"BlobBeginCopyOptions(${source:url})%setmeta%%settags%[[.setSourceRequestConditions(new " +
		"BlobBeginCopySourceRequestConditions()%smod%[[.setTagsConditions(${source-if-tags})]])]][[.setDestinationRequestConditions(new BlobRequestConditions()%held%%mod%)]]).poll();"},
	{"copy-blob-from-url", "", "%blob%var answer = client.copyFromUrlWithResponse(new " +
		"BlobCopyFromUrlOptions(${source:url})%setmeta%%settags%[[.setSourceRequestConditions(new " +
		"RequestConditions()%smod%)]][[.setDestinationRequestConditions(new BlobRequestConditions()%held%%mod%)]], " +
		"%end%;"},
	{"abort-copy-blob", "", "%blob%var answer = client.abortCopyFromUrlWithResponse(${copy}, %leaseid%, %end%;"},
}

var javaQueues = []call{
	{"put-message", "", "%queue%var answer = client.sendMessageWithResponse(${text}, %hidden%, " +
		"[[${messagettl:seconds}||null]], %end%;"},
	{"get-messages", "", "%queue%var answer = client.receiveMessages([[${numofmessages:int}||1]], %hidden%, " +
		"%end%.stream().toList();"},
	{"peek-messages", "", "%queue%var answer = client.peekMessages([[${numofmessages:int}||1]], " +
		"%end%.stream().toList();"},
	{"update-message", "", "%message%var answer = client.updateMessageWithResponse(${message:rest}, ${popreceipt}, " +
		"[[${text}||null]], %hidden%, %end%;"},
	{"delete-message", "", "%message%var answer = client.deleteMessageWithResponse(${message:rest}, ${popreceipt}, " +
		"%end%;"},
	{"create-queue", "", "%queue%var answer = client.createWithResponse(%meta%, %end%;"},
	{"delete-queue", "", "%queue%var answer = client.deleteWithResponse(%end%;"},
	{"clear-messages", "", "%queue%var answer = client.clearMessagesWithResponse(%end%;"},
	{"get-queue-metadata", "", "%queue%var answer = client.getPropertiesWithResponse(%end%;"},
	{"set-queue-metadata", "", "%queue%var answer = client.setMetadataWithResponse(%meta%, %end%;"},
	{"get-queue-acl", "", "%queue%var answer = client.getAccessPolicy().stream().toList();"},
	{"set-queue-acl", "", "%queue%var answer = client.setAccessPolicyWithResponse([[${policy.*:policies " +
		"Queue}||List.of()]], %end%;"},
	{"list-queues", "", "%queues%var answer = client.listQueues(new " +
		"QueuesSegmentOptions()[[.setPrefix(${prefix})]][[.setMaxResultsPerPage(${maxresults:int})]], %end%%page%;"},
	{"get-queue-service-properties", "",
		"%queues%[[${account:given}]]var answer = client.getPropertiesWithResponse(%end%;"},
	{"set-queue-service-properties", "",
		"%queues%[[${account:given}]]var answer = client.setPropertiesWithResponse(new QueueServiceProperties()" +
			"[[.setAnalyticsLogging(new QueueAnalyticsLogging().setVersion(\"1.0\").setRead(${property.Logging:has " +
			"read}).setWrite(${property.Logging:has write}).setDelete(${property.Logging:has delete}).%retain%)]]" +
			"[[.setHourMetrics(new QueueMetrics().setVersion(\"1.0\").setEnabled(${property.HourMetrics:has " +
			"on}).%retain%)]]" +
			"[[.setMinuteMetrics(new QueueMetrics().setVersion(\"1.0\").setEnabled(${property.MinuteMetrics:has " +
			"on}).%retain%)]]" +
			"[[.setCors(List.of(new " +
			"QueueCorsRule().setAllowedOrigins(${property.Cors}).setAllowedMethods(\"GET\").setAllowedHeaders(\"\").setExposedHeaders(\"\").setMaxAgeInSeconds(0)))]], %end%;"},
}

var javaTables = []call{
	{"create-table", "", "%table%var answer = client.createTableWithResponse(%end%;"},
	{"get-table", "", "%tables%// The SDK asks for one table by the list of tables.\nvar answer = " +
		"account.listTables(new ListTablesOptions().setFilter(\"TableName eq '\" + ${path} + \"'\"), " +
		"%end%.stream().toList();"},
	{"query-entities", "", "%table%var answer = client.listEntities(new " +
		"ListEntitiesOptions()[[.setFilter(${filter})]][[.setSelect(${select:comma})]][[.setTop(${top:int})]], " +
		"%end%.iterableByPage([[${next:nextkeys}]]).iterator().next().getValue();"},
	{"query-tables", "", "%tables%var answer = account.listTables(new " +
		"ListTablesOptions()[[.setFilter(${filter})]][[.setTop(${top:int})]], " +
		"%end%.iterableByPage([[${next}]]).iterator().next().getValue();"},
	{"get-table-acl", "", "%table%var answer = client.getAccessPolicies();"},
	{"set-table-acl", "", "%table%var answer = client.setAccessPoliciesWithResponse([[${policy.*:policies " +
		"Table}||List.of()]], %end%;"},
	{"delete-table", "", "%table%var answer = client.deleteTableWithResponse(%end%;"},
	{"insert-entity", "", "%table%var answer = client.createEntityWithResponse(${path:entity}, %end%;"},
	{"get-entity", "", "%table%var answer = client.getEntityWithResponse(${path:partition}, ${path:row}, " +
		"[[${select:comma}||null]], %end%;"},
	{"update-entity", "if-match",
		"%table%var answer = client.updateEntityWithResponse(${path:updated REPLACE}, %end%;"},
	{"update-entity", "", "%table%var answer = client.upsertEntityWithResponse(${path:entity}, " +
		"TableEntityUpdateMode.REPLACE, %end%;"},
	{"merge-entity", "if-match", "%table%var answer = client.updateEntityWithResponse(${path:updated MERGE}, %end%;"},
	{"merge-entity", "", "%table%var answer = client.upsertEntityWithResponse(${path:entity}, " +
		"TableEntityUpdateMode.MERGE, %end%;"},
	{"insert-or-replace-entity", "",
		"%table%var answer = client.upsertEntityWithResponse(${path:entity}, TableEntityUpdateMode.REPLACE, %end%;"},
	{"insert-or-merge-entity", "",
		"%table%var answer = client.upsertEntityWithResponse(${path:entity}, TableEntityUpdateMode.MERGE, %end%;"},
	{"delete-entity", "", "%table%var answer = client.deleteEntityWithResponse(${path:tagged}, %end%;"},
	{"entity-group-transaction", "", "%table%var answer = client.submitTransaction(${operations:actions});"},
}

var javaFiles = []call{
	{"create-file", "", "%file%var answer = client.createWithResponse(${size:int}L, %ftype%, %attrs%, null, %meta%, " +
		"%src%, %wait%;"},
	{"get-file", "", "%file%var content = new ByteArrayOutputStream();\nvar answer = " +
		"client.downloadWithResponse(content, %frange%, null, %src%, %wait%;"},
	{"get-file-properties", "", "%file%var answer = client.getPropertiesWithResponse(%src%, %wait%;"},
	{"get-file-metadata", "",
		"%file%var answer = client.getPropertiesWithResponse(%src%, %wait%.getValue().getMetadata();"},
	{"set-file-properties", "", "%file%[[var size = ${size:int}L;||var size = " +
		"client.getProperties().getContentLength();]]\nvar answer = client.setPropertiesWithResponse(size, %ftype%, " +
		"%attrs%, null, %src%, %wait%;"},
	{"set-file-metadata", "", "%file%var answer = client.setMetadataWithResponse(%meta%, %src%, %wait%;"},
	{"put-range", "write=clear",
		"%file%var answer = client.clearRangeWithResponse(${range:count}L, ${range:from}L, %src%, %wait%;"},
	{"put-range", "", "%file%[[${write:given}]]// The range ends with the body.\nvar answer = " +
		"client.uploadRangeWithResponse(new ShareFileUploadRangeOptions(${body:stream}, " +
		"${body:length}).setOffset(${range:from}L)[[.setRequestConditions(new " +
		"ShareRequestConditions().setLeaseId(${lease:guid}))]], %wait%;"},
	{"list-ranges", "", "%file%var answer = client.listRanges(%frange%, %src%, %wait%.stream().toList();"},
	{"copy-file", "", "%file%var answer = client.beginCopy(${source:url}, new " +
		"ShareFileCopyOptions()[[.setDestinationRequestConditions(new " +
		"ShareRequestConditions().setLeaseId(${lease:guid}))]], null).poll();"},
	{"delete-file", "", "%file%var answer = client.deleteWithResponse(%src%, %wait%;"},
	{"list-handles", "", "%file%var answer = client.listHandles().stream().toList();"},
	{"force-close-handles", "handle=*", "%file%var answer = client.forceCloseAllHandles(%end%;"},
	{"force-close-handles", "", "%file%var answer = client.forceCloseHandleWithResponse(${handle}, %end%;"},
	{"acquire-file-lease", "", "%file%var holder = new " +
		"ShareLeaseClientBuilder().fileClient(client)[[.leaseId(${id:guid})]].buildClient();\n// The lease of a " +
		"file has no end.[[${duration:one}]]\nvar answer = holder.acquireLease();"},
	{"change-file-lease", "", "%fileheld%var answer = holder.changeLeaseWithResponse(${id:guid}, %end%;"},
	{"release-file-lease", "", "%fileheld%var answer = holder.releaseLeaseWithResponse(%end%;"},
	{"break-file-lease", "",
		"%fileheld%var answer = holder.breakLeaseWithResponse(new ShareBreakLeaseOptions(), %end%;"},
	{"acquire-share-lease", "", "%share%var holder = new " +
		"ShareLeaseClientBuilder().shareClient(client)[[.leaseId(${id:guid})]].buildClient();\nvar answer = " +
		"holder.acquireLeaseWithResponse(new ShareAcquireLeaseOptions().setDuration(${duration:int}), %end%;"},
	{"renew-share-lease", "", "%shareheld%var answer = holder.renewLeaseWithResponse(%end%;"},
	{"change-share-lease", "", "%shareheld%var answer = holder.changeLeaseWithResponse(${id:guid}, %end%;"},
	{"release-share-lease", "", "%shareheld%var answer = holder.releaseLeaseWithResponse(%end%;"},
	{"break-share-lease", "", "%shareheld%var answer = holder.breakLeaseWithResponse(new " +
		"ShareBreakLeaseOptions()[[.setBreakPeriod(${period:seconds})]], %end%;"},
	{"create-directory", "", "%directory%var answer = client.createWithResponse(null, null, null, %end%;"},
	{"delete-directory", "", "%directory%var answer = client.deleteWithResponse(%end%;"},
	{"list-directories-and-files", "",
		"%directory%var answer = client.listFilesAndDirectories([[${prefix}||null]], [[${max:int}||null]], " +
			"%end%%page%;"},
	{"create-share", "", "%share%var answer = client.createWithResponse(new " +
		"ShareCreateOptions()[[.setQuotaInGb(${quota:int})]], %end%;"},
	{"set-share-properties", "", "%share%var answer = client.setPropertiesWithResponse(new " +
		"ShareSetPropertiesOptions()[[.setQuotaInGb(${quota:int})]], %end%;"},
	{"snapshot-share", "", "%share%var answer = client.createSnapshotWithResponse(null, %end%;"},
	{"delete-share", "", "%share%var answer = client.deleteWithResponse(new " +
		"ShareDeleteOptions()[[.setDeleteSnapshotsOptions(ShareSnapshotsDeleteOptionType.${snapshots:words " +
		"include=INCLUDE})]][[.setRequestConditions(new ShareRequestConditions().setLeaseId(${lease:guid}))]], %end%;"},
}

var javaBuckets = []call{
	{"put-object", "", "%s3%putObject(r -> " +
		"r%object%%s3cond%[[.contentType(${content-type})]][[.storageClass(${storage-class})]][[.metadata(${meta.*:map})]], RequestBody.fromBytes(${body:raws}));"},
	{"get-object", "", "%s3%getObjectAsBytes(r -> r%object%%s3read%);"},
	{"head-object", "", "%s3%headObject(r -> r%object%%s3read%);"},
	{"copy-object", "", "%s3%copyObject(r -> " +
		"r.destinationBucket(${path:first}).destinationKey(${path:rest})%s3src%%s3cond%[[.storageClass(${storage-class})]][[.metadataDirective(MetadataDirective.REPLACE).metadata(${meta.*:map})]]);"},
	{"delete-object", "", "%s3%deleteObject(r -> " +
		"r%object%[[.ifMatch(${if-match:etag})]][[.versionId(${version-id})]][[.ifMatchSize(${if-match-size:int}L)]][[.ifMatchLastModifiedTime(${if-match-last-modified-time:instant})]]);"},
	{"delete-objects", "", "%s3%deleteObjects(r -> r.bucket(${path}).delete(d -> d.objects(${keys:keys})));"},
	{"create-multipart-upload", "",
		"%s3%createMultipartUpload(r -> r%object%[[.contentType(${content-type})]][[.metadata(${meta.*:map})]]);"},
	{"upload-part", "", "%s3%uploadPart(r -> r%object%.uploadId(${upload}).partNumber(${part:int}), " +
		"RequestBody.fromBytes(${body:raws}));"},
	{"upload-part-copy", "", "%s3%uploadPartCopy(r -> " +
		"r.destinationBucket(${path:first}).destinationKey(${path:rest}).uploadId(${upload}).partNumber(${part:int})[[.copySourceRange(${source-range:range})]]%s3src%);"},
	{"complete-multipart-upload", "", "%s3%completeMultipartUpload(r -> " +
		"r%object%.uploadId(${upload}).multipartUpload(m -> m.parts(${parts:parts}))%s3cond%);"},
	{"abort-multipart-upload", "", "%s3%abortMultipartUpload(r -> r%object%.uploadId(${upload}));"},
	{"list-parts", "", "%s3%listParts(r -> r%object%.uploadId(${upload}));"},
	{"create-bucket", "", "%s3%createBucket(r -> r.bucket(${path}));"},
	{"delete-bucket", "", "%s3%deleteBucket(r -> r.bucket(${path}));"},
	{"list-objects-v2", "", "%s3%listObjectsV2(r -> " +
		"r.bucket(${path})[[.prefix(${prefix})]][[.delimiter(${delimiter})]][[.continuationToken(${marker})]][[.maxKeys(${max:int})]]);"},
	{"list-object-versions", "", "%s3%listObjectVersions(r -> r.bucket(${path})[[.prefix(${prefix})]]);"},
	{"list-multipart-uploads", "", "%s3%listMultipartUploads(r -> r.bucket(${path})[[.prefix(${prefix})]]);"},
	{"put-bucket-policy", "", "%s3%putBucketPolicy(r -> r.bucket(${path}).policy(${policy}));"},
	{"get-bucket-policy", "", "%s3%getBucketPolicy(r -> r.bucket(${path}));"},
	{"delete-bucket-policy", "", "%s3%deleteBucketPolicy(r -> r.bucket(${path}));"},
	{"put-bucket-versioning", "",
		"%s3%putBucketVersioning(r -> r.bucket(${path}).versioningConfiguration(v -> v.status(${status})));"},
	{"get-bucket-versioning", "", "%s3%getBucketVersioning(r -> r.bucket(${path}));"},
	{"put-role-policy", "", "IamClient client = IamClient.create();\nvar answer = client.putRolePolicy(r -> " +
		"r.roleName(${role}).policyName(\"rights\").policyDocument(${policy}));"},
}
