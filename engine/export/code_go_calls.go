package export

// What the calls in Go share.
var goMacros = map[string]string{
	"check": "\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\t",
	"conn":  `os.Getenv("AZURE_STORAGE_CONNECTION_STRING")`,

	"container": "\tclient, err := container.NewClientFromConnectionString(%conn%, ${path:first}, nil)%check%",
	"service":   "\tclient, err := service.NewClientFromConnectionString(%conn%, nil)%check%",
	"blockblob": "\tclient, err := blockblob.NewClientFromConnectionString(%conn%, ${path:first}, ${path:rest}, " +
		"nil)%check%%snapshot%",
	"appendblob": "\tclient, err := appendblob.NewClientFromConnectionString(%conn%, ${path:first}, ${path:rest}, " +
		"nil)%check%%snapshot%",
	"pageblob": "\tclient, err := pageblob.NewClientFromConnectionString(%conn%, ${path:first}, ${path:rest}, " +
		"nil)%check%%snapshot%",
	"blob": "\tclient, err := blob.NewClientFromConnectionString(%conn%, ${path:first}, ${path:rest}, " +
		"nil)%check%%snapshot%",
	"snapshot": "[[client, err = client.WithSnapshot(${snapshot})%check%]]",
	"bloblease": "%blob%holder, err := lease.NewBlobClient(client, [[&lease.BlobClientOptions{LeaseID: " +
		"to.Ptr(${lease:guid})}||nil]])%check%",
	"contlease": "%container%holder, err := lease.NewContainerClient(client, " +
		"[[&lease.ContainerClientOptions{LeaseID: to.Ptr(${lease:guid})}||nil]])%check%",
	"blobproposes": "%blob%holder, err := lease.NewBlobClient(client, [[&lease.BlobClientOptions{LeaseID: " +
		"to.Ptr(${id:guid})}||nil]])%check%",
	"contproposes": "%container%holder, err := lease.NewContainerClient(client, " +
		"[[&lease.ContainerClientOptions{LeaseID: to.Ptr(${id:guid})}||nil]])%check%",

	"mod": "[[¦ModifiedAccessConditions: &blob.ModifiedAccessConditions{[[¦IfMatch: " +
		"to.Ptr(azcore.ETag(${if-match:etag}))]]" +
		"[[¦IfNoneMatch: to.Ptr(azcore.ETag(${if-none-match:etag}))]][[¦IfModifiedSince: " +
		"to.Ptr(${if-modified-since:time})]]" +
		"[[¦IfUnmodifiedSince: to.Ptr(${if-unmodified-since:time})]][[¦IfTags: to.Ptr(${if-tags})]]}]]",
	"lac":   "[[¦LeaseAccessConditions: &blob.LeaseAccessConditions{LeaseID: to.Ptr(${lease:guid})}]]",
	"cond":  "[[¦AccessConditions: &blob.AccessConditions{%lac%%mod%}]]",
	"ccond": "[[¦AccessConditions: &container.AccessConditions{%lac%%mod%}]]",
	"smod": "[[¦SourceModifiedAccessConditions: &blob.SourceModifiedAccessConditions{[[¦SourceIfMatch: " +
		"to.Ptr(azcore.ETag(${source-if-match:etag}))]]" +
		"[[¦SourceIfNoneMatch: to.Ptr(azcore.ETag(${source-if-none-match:etag}))]][[¦SourceIfModifiedSince: " +
		"to.Ptr(${source-if-modified-since:time})]]" +
		"[[¦SourceIfUnmodifiedSince: to.Ptr(${source-if-unmodified-since:time})]][[¦SourceIfTags: " +
		"to.Ptr(${source-if-tags})]]}]]",
	"srcblock": "[[¦SourceModifiedAccessConditions: &blob.SourceModifiedAccessConditions{[[¦SourceIfMatch: " +
		"to.Ptr(azcore.ETag(${source-if-match:etag}))]]" +
		"[[¦SourceIfNoneMatch: to.Ptr(azcore.ETag(${source-if-none-match:etag}))]][[¦SourceIfModifiedSince: " +
		"to.Ptr(${source-if-modified-since:time})]]" +
		"[[¦SourceIfUnmodifiedSince: to.Ptr(${source-if-unmodified-since:time})]]}]]",
	"meta": "[[¦Metadata: ${meta.*:pointers}]]",
	"tags": "[[¦Tags: ${tag.*:strings}]]",
	"httpfields": "[[¦BlobContentType: to.Ptr(${content-type})]][[¦BlobContentEncoding: to.Ptr(${content-encoding})]]" +
		"[[¦BlobContentLanguage: to.Ptr(${content-language})]][[¦BlobContentDisposition: " +
		"to.Ptr(${content-disposition})]]" +
		"[[¦BlobCacheControl: to.Ptr(${cache-control})]][[¦BlobContentMD5: ${content-md5:md5}]]",
	"http": "[[¦HTTPHeaders: &blob.HTTPHeaders{%httpfields%}]]",
	"sums": "[[¦TransactionalValidation: blob.TransferValidationTypeMD5(${md5:md5})||" +
		"[[¦TransactionalValidation: blob.TransferValidationTypeCRC64(${crc64:crc64})]]]]",
	"tier":  "[[¦Tier: to.Ptr(blob.AccessTier(${tier}))]]",
	"range": "[[¦Range: blob.HTTPRange{Offset: ${range:from}[[¦Count: ${range:count}]]}]]",
	"pos": "[[¦AppendPositionAccessConditions: &appendblob.AppendPositionAccessConditions{[[¦AppendPosition: " +
		"to.Ptr(int64(${appendpos:int}))]]" +
		"[[¦MaxSize: to.Ptr(int64(${maxsize:int}))]]}]]",
	"seq": "[[¦SequenceNumberAccessConditions: &pageblob.SequenceNumberAccessConditions{" +
		"[[¦IfSequenceNumberLessThanOrEqualTo: to.Ptr(int64(${if-sequence-le:int}))]]" +
		"[[¦IfSequenceNumberLessThan: to.Ptr(int64(${if-sequence-lt:int}))]][[¦IfSequenceNumberEqualTo: " +
		"to.Ptr(int64(${if-sequence-eq:int}))]]}]]",
	"list": "[[¦Include: container.ListBlobsInclude{${include:words snapshots=Snapshots: " +
		"true|uncommitted=UncommittedBlobs: true|metadata=Metadata: true|tags=Tags: true|copy=Copy: " +
		"true}}]][[¦Prefix: to.Ptr(${prefix})]][[¦Marker: to.Ptr(${marker})]][[¦MaxResults: " +
		"to.Ptr(int32(${max:int}))]]",
	"commit": "[[&blockblob.CommitBlockListOptions{%tags%%meta%%tier%%http%%cond%}||nil]]",
	"next":   "\n\tanswer, err := pager.NextPage(ctx)",

	"queue":   "\tclient, err := azqueue.NewQueueClientFromConnectionString(%conn%, ${queue}, nil)%check%",
	"message": "\tclient, err := azqueue.NewQueueClientFromConnectionString(%conn%, ${message:first}, nil)%check%",
	"queues":  "\tclient, err := azqueue.NewServiceClientFromConnectionString(%conn%, nil)%check%",
	"hidden":  "[[¦VisibilityTimeout: to.Ptr(int32(${visibilitytimeout:int}))]]",
	"metrics": "Version: to.Ptr(\"1.0\"), IncludeAPIs: to.Ptr(false), RetentionPolicy: " +
		"&azqueue.RetentionPolicy{Enabled: to.Ptr(false)}",
	"corsrule": "AllowedMethods: to.Ptr(\"GET\"), AllowedHeaders: to.Ptr(\"\"), ExposedHeaders: to.Ptr(\"\"), " +
		"MaxAgeInSeconds: to.Ptr(int32(0))",

	"tables": "\taccount, err := aztables.NewServiceClientFromConnectionString(%conn%, nil)%check%",
	"table":  "%tables%client := account.NewClient(${path:table})\n\t",

	"file":  "\tclient, err := file.NewClientFromConnectionString(%conn%, ${path:first}, ${path:rest}, nil)%check%",
	"share": "\tclient, err := share.NewClientFromConnectionString(%conn%, ${share}, nil)%check%",
	"directory": "\tclient, err := directory.NewClientFromConnectionString(%conn%, ${path:first}, " +
		"[[${path:rest}||\"\"]], nil)%check%",
	"filehold": "%file%holder, err := filelease.NewFileClient(client, [[&filelease.FileClientOptions{LeaseID: " +
		"to.Ptr(${lease:guid})}||nil]])%check%",
	"sharehold": "%share%holder, err := filelease.NewShareClient(client, [[&filelease.ShareClientOptions{LeaseID: " +
		"to.Ptr(${lease:guid})}||nil]])%check%",
	"flac": "[[¦LeaseAccessConditions: &file.LeaseAccessConditions{LeaseID: to.Ptr(${lease:guid})}]]",
	"smb": "[[¦SMBProperties: &file.SMBProperties{Attributes: &file.NTFSFileAttributes{${attributes:words " +
		"None=None: true|ReadOnly=ReadOnly: true}}}]]",

	"s3": "\tcfg, err := config.LoadDefaultConfig(ctx)%check%client := s3.NewFromConfig(cfg)\n\tanswer, err := " +
		"client.",
	"object": "Bucket: aws.String(${path:first})¦Key: aws.String(${path:rest})",
	"bucket": "Bucket: aws.String(${path})",
	"s3cond": "[[¦IfMatch: aws.String(${if-match:etag})]][[¦IfNoneMatch: aws.String(${if-none-match:etag})]]",
	"s3read": "%s3cond%[[¦IfModifiedSince: aws.Time(${if-modified-since:time})]][[¦IfUnmodifiedSince: " +
		"aws.Time(${if-unmodified-since:time})]]" +
		"[[¦Range: aws.String(${range:range})]][[¦VersionId: aws.String(${version-id})]]",
	"s3src": "[[¦CopySourceIfMatch: aws.String(${source-if-match:etag})]][[¦CopySourceIfNoneMatch: " +
		"aws.String(${source-if-none-match:etag})]]" +
		"[[¦CopySourceIfModifiedSince: aws.Time(${source-if-modified-since:time})]][[¦CopySourceIfUnmodifiedSince: " +
		"aws.Time(${source-if-unmodified-since:time})]]",
	"s3meta": "[[¦Metadata: ${meta.*:strings}]]",
}

var goBlobs = []call{
	{"create-container", "", "%container%answer, err := client.Create(ctx, [[&container.CreateOptions{%meta%}||nil]])"},
	{"get-container-properties", "",
		"%container%answer, err := client.GetProperties(ctx, [[&container.GetPropertiesOptions{%lac%}||nil]])"},
	{"get-container-metadata", "", "%container%// The metadata comes with the properties.\n\tanswer, err := " +
		"client.GetProperties(ctx, [[&container.GetPropertiesOptions{%lac%}||nil]])"},
	{"set-container-metadata", "",
		"%container%answer, err := client.SetMetadata(ctx, [[&container.SetMetadataOptions{%meta%%lac%%mod%}||nil]])"},
	{"get-container-acl", "",
		"%container%answer, err := client.GetAccessPolicy(ctx, [[&container.GetAccessPolicyOptions{%lac%}||nil]])"},
	{"set-container-acl", "", "%container%answer, err := client.SetAccessPolicy(ctx, " +
		"[[&container.SetAccessPolicyOptions{[[¦ContainerACL: ${policy.*:policies container}]]%ccond%}||nil]])"},
	{"delete-container", "",
		"%container%answer, err := client.Delete(ctx, [[&container.DeleteOptions{%ccond%}||nil]])"},
	{"list-containers", "", "%service%pager := " +
		"client.NewListContainersPager([[&service.ListContainersOptions{[[¦Prefix: to.Ptr(${prefix})]][[¦Marker: " +
		"to.Ptr(${marker})]][[¦MaxResults: to.Ptr(int32(${max:int}))]]}||nil]])%next%"},
	{"list-blobs", "delimiter", "%container%pager := client.NewListBlobsHierarchyPager(${delimiter}, " +
		"[[&container.ListBlobsHierarchyOptions{%list%}||nil]])%next%"},
	{"list-blobs", "", "%container%pager := " +
		"client.NewListBlobsFlatPager([[&container.ListBlobsFlatOptions{%list%}||nil]])%next%"},
	{"put-blob", "type=AppendBlob",
		"%appendblob%answer, err := client.Create(ctx, [[&appendblob.CreateOptions{%tags%%meta%%http%%cond%}||nil]])"},
	{"put-blob", "type=PageBlob", "%pageblob%answer, err := client.Create(ctx, ${size:int}, " +
		"[[&pageblob.CreateOptions{[[¦SequenceNumber: " +
		"to.Ptr(int64(${sequence:int}))]]%tags%%meta%%http%%cond%}||nil]])"},
	{"put-blob", "", "%blockblob%[[${type:given}]]answer, err := client.Upload(ctx, " +
		"streaming.NopCloser(${body:bytes}), [[&blockblob.UploadOptions{%sums%%tags%%meta%%tier%%http%%cond%}||nil]])"},
	{"get-blob", "", "%blob%answer, err := client.DownloadStream(ctx, " +
		"[[&blob.DownloadStreamOptions{%range%%cond%}||nil]])"},
	{"get-blob-properties", "",
		"%blob%answer, err := client.GetProperties(ctx, [[&blob.GetPropertiesOptions{%cond%}||nil]])"},
	{"get-blob-metadata", "", "%blob%// The metadata comes with the properties.\n\tanswer, err := " +
		"client.GetProperties(ctx, [[&blob.GetPropertiesOptions{%cond%}||nil]])"},
	{"set-blob-metadata", "", "%blob%answer, err := client.SetMetadata(ctx, [[${meta.*:pointers}||nil]], " +
		"[[&blob.SetMetadataOptions{%cond%}||nil]])"},
	{"set-blob-properties", "sequence-action", "%pageblob%answer, err := client.UpdateSequenceNumber(ctx, " +
		"&pageblob.UpdateSequenceNumberOptions{ActionType: " +
		"to.Ptr(pageblob.SequenceNumberActionType${sequence-action:words " +
		"max=Max|update=Update|increment=Increment})[[¦SequenceNumber: to.Ptr(int64(${sequence:int}))]]%cond%})"},
	{"set-blob-properties", "size",
		"%pageblob%answer, err := client.Resize(ctx, ${size:int}, [[&pageblob.ResizeOptions{%cond%}||nil]])"},
	{"set-blob-properties", "", "%blob%answer, err := client.SetHTTPHeaders(ctx, blob.HTTPHeaders{%httpfields%}, " +
		"[[&blob.SetHTTPHeadersOptions{%cond%}||nil]])"},
	{"get-blob-tags", "", "%blob%answer, err := client.GetTags(ctx, [[&blob.GetTagsOptions{[[¦BlobAccessConditions: " +
		"&blob.AccessConditions{%lac%%mod%}]]}||nil]])"},
	{"set-blob-tags", "", "%blob%answer, err := client.SetTags(ctx, [[${tag.*:strings}||map[string]string{}]], " +
		"[[&blob.SetTagsOptions{%cond%}||nil]])"},
	{"set-blob-tier", "", "%blob%answer, err := client.SetTier(ctx, blob.AccessTier(${tier}), " +
		"[[&blob.SetTierOptions{%cond%}||nil]])"},
	{"snapshot-blob", "", "%blob%answer, err := client.CreateSnapshot(ctx, " +
		"[[&blob.CreateSnapshotOptions{%meta%%cond%}||nil]])"},
	{"delete-blob", "", "%blob%answer, err := client.Delete(ctx, [[&blob.DeleteOptions{[[¦DeleteSnapshots: " +
		"to.Ptr(blob.DeleteSnapshotsOptionType${snapshots:words include=Include|only=Only})]]%cond%}||nil]])"},
	{"acquire-container-lease", "", "%contproposes%answer, err := holder.AcquireLease(ctx, ${duration:int}, " +
		"[[&lease.ContainerAcquireOptions{%mod%}||nil]])"},
	{"renew-container-lease", "",
		"%contlease%answer, err := holder.RenewLease(ctx, [[&lease.ContainerRenewOptions{%mod%}||nil]])"},
	{"change-container-lease", "",
		"%contlease%answer, err := holder.ChangeLease(ctx, ${id:guid}, [[&lease.ContainerChangeOptions{%mod%}||nil]])"},
	{"release-container-lease", "",
		"%contlease%answer, err := holder.ReleaseLease(ctx, [[&lease.ContainerReleaseOptions{%mod%}||nil]])"},
	{"break-container-lease", "", "%contlease%answer, err := holder.BreakLease(ctx, " +
		"[[&lease.ContainerBreakOptions{[[¦BreakPeriod: to.Ptr(int32(${period:int}))]]%mod%}||nil]])"},
	{"acquire-blob-lease", "", "%blobproposes%answer, err := holder.AcquireLease(ctx, ${duration:int}, " +
		"[[&lease.BlobAcquireOptions{%mod%}||nil]])"},
	{"renew-blob-lease", "",
		"%bloblease%answer, err := holder.RenewLease(ctx, [[&lease.BlobRenewOptions{%mod%}||nil]])"},
	{"change-blob-lease", "",
		"%bloblease%answer, err := holder.ChangeLease(ctx, ${id:guid}, [[&lease.BlobChangeOptions{%mod%}||nil]])"},
	{"release-blob-lease", "",
		"%bloblease%answer, err := holder.ReleaseLease(ctx, [[&lease.BlobReleaseOptions{%mod%}||nil]])"},
	{"break-blob-lease", "", "%bloblease%answer, err := holder.BreakLease(ctx, " +
		"[[&lease.BlobBreakOptions{[[¦BreakPeriod: to.Ptr(int32(${period:int}))]]%mod%}||nil]])"},
	{"put-block", "", "%blockblob%answer, err := client.StageBlock(ctx, ${block}, " +
		"streaming.NopCloser(${body:bytes}), [[&blockblob.StageBlockOptions{%sums%%lac%}||nil]])"},
	{"put-block-from-url", "", "%blockblob%answer, err := client.StageBlockFromURL(ctx, ${block}, ${source:url}, " +
		"[[&blockblob.StageBlockFromURLOptions{[[¦Range: blob.HTTPRange{Offset: ${source-range:from}[[¦Count: " +
		"${source-range:count}]]}]]%lac%%srcblock%}||nil]])"},
	{"put-block-list", "", "%blockblob%[[answer, err := client.CommitBlockList(ctx, ${blocks:ids}, %commit%)||// " +
		"The SDK searches each block in latest; the list of this request says other places.\n\tanswer, err := " +
		"client.CommitBlockList(ctx, []string{}, %commit%)]]"},
	{"get-block-list", "", "%blockblob%answer, err := client.GetBlockList(ctx, " +
		"blockblob.BlockListType[[${list:words committed=Committed|uncommitted=Uncommitted|all=All}||Committed]], " +
		"[[&blockblob.GetBlockListOptions{%cond%}||nil]])"},
	{"append-block", "", "%appendblob%answer, err := client.AppendBlock(ctx, streaming.NopCloser(${body:bytes}), " +
		"[[&appendblob.AppendBlockOptions{%sums%%pos%%cond%}||nil]])"},
	{"append-blob-seal", "",
		"%appendblob%answer, err := client.Seal(ctx, [[&appendblob.SealOptions{%pos%%cond%}||nil]])"},
	{"put-page", "page-write=clear", "%pageblob%answer, err := client.ClearPages(ctx, blob.HTTPRange{Offset: " +
		"${range:from}[[¦Count: ${range:count}]]}, [[&pageblob.ClearPagesOptions{%seq%%cond%}||nil]])"},
	{"put-page", "", "%pageblob%[[${page-write:given}]]answer, err := client.UploadPages(ctx, " +
		"streaming.NopCloser(${body:bytes}), blob.HTTPRange{Offset: ${range:from}[[¦Count: ${range:count}]]}, " +
		"[[&pageblob.UploadPagesOptions{%sums%%seq%%cond%}||nil]])"},
	{"get-page-ranges", "", "%pageblob%pager := " +
		"client.NewGetPageRangesPager([[&pageblob.GetPageRangesOptions{%range%%cond%}||nil]])%next%"},
	{"copy-blob", "", "%blob%answer, err := client.StartCopyFromURL(ctx, ${source:url}, " +
		"[[&blob.StartCopyFromURLOptions{[[¦BlobTags: ${tag.*:strings}]]%meta%%smod%%cond%}||nil]])"},
	{"copy-blob-from-url", "", "%blob%answer, err := client.CopyFromURL(ctx, ${source:url}, " +
		"[[&blob.CopyFromURLOptions{[[¦BlobTags: ${tag.*:strings}]]%meta%%srcblock%[[¦BlobAccessConditions: " +
		"&blob.AccessConditions{%lac%%mod%}]]}||nil]])"},
	{"abort-copy-blob", "", "%blob%answer, err := client.AbortCopyFromURL(ctx, ${copy}, " +
		"[[&blob.AbortCopyFromURLOptions{%lac%}||nil]])"},
}

var goQueues = []call{
	{"put-message", "", "%queue%answer, err := client.EnqueueMessage(ctx, ${text}, " +
		"[[&azqueue.EnqueueMessageOptions{[[¦TimeToLive: to.Ptr(int32(${messagettl:int}))]]%hidden%}||nil]])"},
	{"get-messages", "", "%queue%answer, err := client.DequeueMessages(ctx, " +
		"[[&azqueue.DequeueMessagesOptions{[[¦NumberOfMessages: " +
		"to.Ptr(int32(${numofmessages:int}))]]%hidden%}||nil]])"},
	{"peek-messages", "", "%queue%answer, err := client.PeekMessages(ctx, " +
		"[[&azqueue.PeekMessagesOptions{NumberOfMessages: to.Ptr(int32(${numofmessages:int}))}||nil]])"},
	{"update-message", "", "%message%answer, err := client.UpdateMessage(ctx, ${message:rest}, ${popreceipt}, " +
		"${text}, [[&azqueue.UpdateMessageOptions{%hidden%}||nil]])"},
	{"delete-message", "", "%message%answer, err := client.DeleteMessage(ctx, ${message:rest}, ${popreceipt}, nil)"},
	{"create-queue", "", "%queue%answer, err := client.Create(ctx, [[&azqueue.CreateOptions{%meta%}||nil]])"},
	{"delete-queue", "", "%queue%answer, err := client.Delete(ctx, nil)"},
	{"clear-messages", "", "%queue%answer, err := client.ClearMessages(ctx, nil)"},
	{"get-queue-metadata", "", "%queue%answer, err := client.GetProperties(ctx, nil)"},
	{"set-queue-metadata", "",
		"%queue%answer, err := client.SetMetadata(ctx, [[&azqueue.SetMetadataOptions{%meta%}||nil]])"},
	{"get-queue-acl", "", "%queue%answer, err := client.GetAccessPolicy(ctx, nil)"},
	{"set-queue-acl", "", "%queue%answer, err := client.SetAccessPolicy(ctx, " +
		"[[&azqueue.SetAccessPolicyOptions{QueueACL: ${policy.*:policies azqueue}}||nil]])"},
	{"list-queues", "", "%queues%pager := client.NewListQueuesPager([[&azqueue.ListQueuesOptions{[[¦Prefix: " +
		"to.Ptr(${prefix})]][[¦Marker: to.Ptr(${marker})]][[¦MaxResults: " +
		"to.Ptr(int32(${maxresults:int}))]]}||nil]])%next%"},
	{"get-queue-service-properties", "",
		"%queues%[[${account:given}]]answer, err := client.GetServiceProperties(ctx, nil)"},
	{"set-queue-service-properties", "",
		"%queues%[[${account:given}]]answer, err := client.SetProperties(ctx, &azqueue.SetPropertiesOptions{" +
			"[[¦Logging: &azqueue.Logging{Version: to.Ptr(\"1.0\"), Read: to.Ptr(${property.Logging:has read}), " +
			"Write: " +
			"to.Ptr(${property.Logging:has write}), Delete: to.Ptr(${property.Logging:has delete}), " +
			"RetentionPolicy: &azqueue.RetentionPolicy{Enabled: to.Ptr(false)}}]]" +
			"[[¦HourMetrics: &azqueue.Metrics{Enabled: to.Ptr(${property.HourMetrics:has on}), %metrics%}]]" +
			"[[¦MinuteMetrics: &azqueue.Metrics{Enabled: to.Ptr(${property.MinuteMetrics:has on}), %metrics%}]]" +
			"[[¦CORS: []*azqueue.CORSRule{{AllowedOrigins: to.Ptr(${property.Cors}), %corsrule%}}]]})"},
}

var goTables = []call{
	{"create-table", "", "%table%answer, err := client.CreateTable(ctx, nil)"},
	{"get-table", "", "%tables%// The SDK asks for one table by the list of tables.\n\tpager := " +
		"account.NewListTablesPager(&aztables.ListTablesOptions{Filter: to.Ptr(\"TableName eq '\" + ${path} + " +
		"\"'\")})%next%"},
	{"query-entities", "", "%table%pager := client.NewListEntitiesPager([[&aztables.ListEntitiesOptions{[[¦Filter: " +
		"to.Ptr(${filter})]][[¦Select: to.Ptr(${select})]][[¦Top: to.Ptr(int32(${top:int}))]]" +
		"[[¦NextPartitionKey: to.Ptr(${next:first})]][[¦NextRowKey: to.Ptr(${next:rest})]][[¦Format: " +
		"to.Ptr(aztables.MetadataFormat${metadata:words minimal=Minimal|full=Full|none=None})]]}||nil]])%next%"},
	{"query-tables", "", "%tables%pager := account.NewListTablesPager([[&aztables.ListTablesOptions{[[¦Filter: " +
		"to.Ptr(${filter})]][[¦Top: to.Ptr(int32(${top:int}))]][[¦NextTableName: to.Ptr(${next})]]}||nil]])%next%"},
	{"get-table-acl", "", "%table%answer, err := client.GetAccessPolicy(ctx, nil)"},
	{"set-table-acl", "", "%table%answer, err := client.SetAccessPolicy(ctx, " +
		"[[&aztables.SetAccessPolicyOptions{TableACL: ${policy.*:policies aztables}}||nil]])"},
	{"delete-table", "", "%table%answer, err := client.Delete(ctx, nil)"},
	{"insert-entity", "", "%table%answer, err := client.AddEntity(ctx, []byte(${path:json}), nil)"},
	{"get-entity", "", "%table%answer, err := client.GetEntity(ctx, ${path:partition}, ${path:row}, nil)"},
	{"update-entity", "if-match", "%table%answer, err := client.UpdateEntity(ctx, []byte(${path:entity}), " +
		"&aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace[[¦IfMatch: " +
		"to.Ptr(azcore.ETag(${if-match:etag}))]]})"},
	{"update-entity", "", "%table%answer, err := client.UpsertEntity(ctx, []byte(${path:entity}), " +
		"&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeReplace})"},
	{"merge-entity", "if-match", "%table%answer, err := client.UpdateEntity(ctx, []byte(${path:entity}), " +
		"&aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeMerge[[¦IfMatch: " +
		"to.Ptr(azcore.ETag(${if-match:etag}))]]})"},
	{"merge-entity", "", "%table%answer, err := client.UpsertEntity(ctx, []byte(${path:entity}), " +
		"&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeMerge})"},
	{"insert-or-replace-entity", "", "%table%answer, err := client.UpsertEntity(ctx, []byte(${path:entity}), " +
		"&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeReplace})"},
	{"insert-or-merge-entity", "", "%table%answer, err := client.UpsertEntity(ctx, []byte(${path:entity}), " +
		"&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeMerge})"},
	{"delete-entity", "", "%table%answer, err := client.DeleteEntity(ctx, ${path:partition}, ${path:row}, " +
		"[[&aztables.DeleteEntityOptions{IfMatch: to.Ptr(azcore.ETag(${if-match:etag}))}||nil]])"},
	{"entity-group-transaction", "", "%table%answer, err := client.SubmitTransaction(ctx, " +
		"[]aztables.TransactionAction{[[${operations:actions}]]}, nil)"},
}

var goFiles = []call{
	{"create-file", "", "%file%answer, err := client.Create(ctx, ${size:int}, " +
		"[[&file.CreateOptions{%smb%[[¦HTTPHeaders: &file.HTTPHeaders{ContentType: " +
		"to.Ptr(${content-type})}]]%meta%%flac%}||nil]])"},
	{"get-file", "", "%file%answer, err := client.DownloadStream(ctx, [[&file.DownloadStreamOptions{[[¦Range: " +
		"file.HTTPRange{Offset: ${range:from}[[¦Count: ${range:count}]]}]]%flac%}||nil]])"},
	{"get-file-properties", "", "%file%answer, err := client.GetProperties(ctx, " +
		"[[&file.GetPropertiesOptions{[[¦ShareSnapshot: to.Ptr(${snapshot})]]%flac%}||nil]])"},
	{"get-file-metadata", "", "%file%// The metadata comes with the properties.\n\tanswer, err := " +
		"client.GetProperties(ctx, [[&file.GetPropertiesOptions{[[¦ShareSnapshot: " +
		"to.Ptr(${snapshot})]]%flac%}||nil]])"},
	{"set-file-properties", "", "%file%answer, err := client.SetHTTPHeaders(ctx, " +
		"&file.SetHTTPHeadersOptions{[[¦FileContentLength: to.Ptr(int64(${size:int}))]]%smb%[[¦HTTPHeaders: " +
		"&file.HTTPHeaders{ContentType: to.Ptr(${content-type})}]]%flac%})"},
	{"set-file-metadata", "",
		"%file%answer, err := client.SetMetadata(ctx, [[&file.SetMetadataOptions{%meta%%flac%}||nil]])"},
	{"put-range", "write=clear", "%file%answer, err := client.ClearRange(ctx, file.HTTPRange{Offset: " +
		"${range:from}[[¦Count: ${range:count}]]}, [[&file.ClearRangeOptions{%flac%}||nil]])"},
	{"put-range", "", "%file%[[${write:given}]]// The range ends with the body.\n\tanswer, err := " +
		"client.UploadRange(ctx, ${range:from}, streaming.NopCloser(${body:bytes}), " +
		"[[&file.UploadRangeOptions{%flac%}||nil]])"},
	{"list-ranges", "", "%file%answer, err := client.GetRangeList(ctx, [[&file.GetRangeListOptions{[[¦Range: " +
		"file.HTTPRange{Offset: ${range:from}[[¦Count: ${range:count}]]}]][[¦ShareSnapshot: " +
		"to.Ptr(${snapshot})]]%flac%}||nil]])"},
	{"copy-file", "", "%file%answer, err := client.StartCopyFromURL(ctx, ${source:url}, " +
		"[[&file.StartCopyFromURLOptions{%flac%}||nil]])"},
	{"delete-file", "", "%file%answer, err := client.Delete(ctx, [[&file.DeleteOptions{%flac%}||nil]])"},
	{"list-handles", "", "%file%answer, err := client.ListHandles(ctx, nil)"},
	{"force-close-handles", "", "%file%answer, err := client.ForceCloseHandles(ctx, ${handle}, nil)"},
	{"acquire-file-lease", "", "%file%holder, err := filelease.NewFileClient(client, " +
		"[[&filelease.FileClientOptions{LeaseID: to.Ptr(${id:guid})}||nil]])%check%// The lease of a file has no " +
		"end.[[${duration:one}]]\n\tanswer, err := holder.Acquire(ctx, nil)"},
	{"change-file-lease", "", "%filehold%answer, err := holder.Change(ctx, ${id:guid}, nil)"},
	{"release-file-lease", "", "%filehold%answer, err := holder.Release(ctx, nil)"},
	{"break-file-lease", "", "%filehold%answer, err := holder.Break(ctx, nil)"},
	{"acquire-share-lease", "", "%share%holder, err := filelease.NewShareClient(client, " +
		"[[&filelease.ShareClientOptions{LeaseID: to.Ptr(${id:guid})}||nil]])%check%answer, err := " +
		"holder.Acquire(ctx, ${duration:int}, [[&filelease.ShareAcquireOptions{ShareSnapshot: " +
		"to.Ptr(${snapshot})}||nil]])"},
	{"renew-share-lease", "", "%sharehold%answer, err := holder.Renew(ctx, " +
		"[[&filelease.ShareRenewOptions{ShareSnapshot: to.Ptr(${snapshot})}||nil]])"},
	{"change-share-lease", "", "%sharehold%answer, err := holder.Change(ctx, ${id:guid}, " +
		"[[&filelease.ShareChangeOptions{ShareSnapshot: to.Ptr(${snapshot})}||nil]])"},
	{"release-share-lease", "", "%sharehold%answer, err := holder.Release(ctx, " +
		"[[&filelease.ShareReleaseOptions{ShareSnapshot: to.Ptr(${snapshot})}||nil]])"},
	{"break-share-lease", "", "%sharehold%answer, err := holder.Break(ctx, " +
		"[[&filelease.ShareBreakOptions{[[¦BreakPeriod: to.Ptr(int32(${period:int}))]][[¦ShareSnapshot: " +
		"to.Ptr(${snapshot})]]}||nil]])"},
	{"create-directory", "", "%directory%answer, err := client.Create(ctx, nil)"},
	{"delete-directory", "", "%directory%answer, err := client.Delete(ctx, nil)"},
	{"list-directories-and-files", "", "%directory%pager := " +
		"client.NewListFilesAndDirectoriesPager([[&directory.ListFilesAndDirectoriesOptions{[[¦Prefix: " +
		"to.Ptr(${prefix})]][[¦Marker: to.Ptr(${marker})]][[¦MaxResults: " +
		"to.Ptr(int32(${max:int}))]][[¦ShareSnapshot: to.Ptr(${snapshot})]]}||nil]])%next%"},
	{"create-share", "", "%share%answer, err := client.Create(ctx, [[&share.CreateOptions{Quota: " +
		"to.Ptr(int32(${quota:int}))}||nil]])"},
	{"set-share-properties", "", "%share%answer, err := client.SetProperties(ctx, " +
		"[[&share.SetPropertiesOptions{Quota: to.Ptr(int32(${quota:int}))}||nil]])"},
	{"snapshot-share", "", "%share%answer, err := client.CreateSnapshot(ctx, nil)"},
	{"delete-share", "", "%share%answer, err := client.Delete(ctx, [[&share.DeleteOptions{[[¦DeleteSnapshots: " +
		"to.Ptr(share.DeleteSnapshotsOptionType${snapshots:words include=Include})]][[¦ShareSnapshot: " +
		"to.Ptr(${snapshot})]][[¦LeaseAccessConditions: &share.LeaseAccessConditions{LeaseID: " +
		"to.Ptr(${lease:guid})}]]}||nil]])"},
}

var goBuckets = []call{
	{"put-object", "", "%s3%PutObject(ctx, &s3.PutObjectInput{%object%¦Body: ${body:bytes}%s3cond%[[¦ContentType: " +
		"aws.String(${content-type})]][[¦StorageClass: types.StorageClass(${storage-class})]]%s3meta%})"},
	{"get-object", "", "%s3%GetObject(ctx, &s3.GetObjectInput{%object%%s3read%})"},
	{"head-object", "", "%s3%HeadObject(ctx, &s3.HeadObjectInput{%object%%s3read%})"},
	{"copy-object", "", "%s3%CopyObject(ctx, &s3.CopyObjectInput{%object%¦CopySource: " +
		"aws.String(${source:s3source})%s3cond%%s3src%[[¦StorageClass: " +
		"types.StorageClass(${storage-class})]][[¦MetadataDirective: types.MetadataDirectiveReplace¦Metadata: " +
		"${meta.*:strings}]]})"},
	{"delete-object", "", "%s3%DeleteObject(ctx, &s3.DeleteObjectInput{%object%[[¦IfMatch: " +
		"aws.String(${if-match:etag})]][[¦VersionId: aws.String(${version-id})]][[¦IfMatchSize: " +
		"aws.Int64(${if-match-size:int})]][[¦IfMatchLastModifiedTime: " +
		"aws.Time(${if-match-last-modified-time:time})]]})"},
	{"delete-objects", "", "%s3%DeleteObjects(ctx, &s3.DeleteObjectsInput{%bucket%, Delete: &types.Delete{Objects: " +
		"[]types.ObjectIdentifier{[[${keys:keys}]]}}})"},
	{"create-multipart-upload", "", "%s3%CreateMultipartUpload(ctx, " +
		"&s3.CreateMultipartUploadInput{%object%[[¦ContentType: aws.String(${content-type})]]%s3meta%})"},
	{"upload-part", "", "%s3%UploadPart(ctx, &s3.UploadPartInput{%object%¦UploadId: " +
		"aws.String(${upload})¦PartNumber: aws.Int32(${part:int})¦Body: ${body:bytes}})"},
	{"upload-part-copy", "", "%s3%UploadPartCopy(ctx, &s3.UploadPartCopyInput{%object%¦UploadId: " +
		"aws.String(${upload})¦PartNumber: aws.Int32(${part:int})¦CopySource: " +
		"aws.String(${source:s3source})[[¦CopySourceRange: aws.String(${source-range:range})]]%s3src%})"},
	{"complete-multipart-upload", "", "%s3%CompleteMultipartUpload(ctx, " +
		"&s3.CompleteMultipartUploadInput{%object%¦UploadId: aws.String(${upload})¦MultipartUpload: " +
		"&types.CompletedMultipartUpload{Parts: []types.CompletedPart{[[${parts:parts}]]}}%s3cond%})"},
	{"abort-multipart-upload", "",
		"%s3%AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{%object%¦UploadId: aws.String(${upload})})"},
	{"list-parts", "", "%s3%ListParts(ctx, &s3.ListPartsInput{%object%¦UploadId: aws.String(${upload})})"},
	{"create-bucket", "", "%s3%CreateBucket(ctx, &s3.CreateBucketInput{%bucket%})"},
	{"delete-bucket", "", "%s3%DeleteBucket(ctx, &s3.DeleteBucketInput{%bucket%})"},
	{"list-objects-v2", "", "%s3%ListObjectsV2(ctx, &s3.ListObjectsV2Input{%bucket%[[¦Prefix: " +
		"aws.String(${prefix})]][[¦Delimiter: aws.String(${delimiter})]][[¦ContinuationToken: " +
		"aws.String(${marker})]][[¦MaxKeys: aws.Int32(${max:int})]]})"},
	{"list-object-versions", "",
		"%s3%ListObjectVersions(ctx, &s3.ListObjectVersionsInput{%bucket%[[¦Prefix: aws.String(${prefix})]]})"},
	{"list-multipart-uploads", "",
		"%s3%ListMultipartUploads(ctx, &s3.ListMultipartUploadsInput{%bucket%[[¦Prefix: aws.String(${prefix})]]})"},
	{"put-bucket-policy", "",
		"%s3%PutBucketPolicy(ctx, &s3.PutBucketPolicyInput{%bucket%, Policy: aws.String(${policy})})"},
	{"get-bucket-policy", "", "%s3%GetBucketPolicy(ctx, &s3.GetBucketPolicyInput{%bucket%})"},
	{"delete-bucket-policy", "", "%s3%DeleteBucketPolicy(ctx, &s3.DeleteBucketPolicyInput{%bucket%})"},
	{"put-bucket-versioning", "", "%s3%PutBucketVersioning(ctx, &s3.PutBucketVersioningInput{%bucket%, " +
		"VersioningConfiguration: &types.VersioningConfiguration{Status: types.BucketVersioningStatus(${status})}})"},
	{"get-bucket-versioning", "", "%s3%GetBucketVersioning(ctx, &s3.GetBucketVersioningInput{%bucket%})"},
	{"put-role-policy", "", "\tcfg, err := config.LoadDefaultConfig(ctx)%check%client := " +
		"iam.NewFromConfig(cfg)\n\tanswer, err := client.PutRolePolicy(ctx, &iam.PutRolePolicyInput{RoleName: " +
		"aws.String(${role}), PolicyName: aws.String(\"rights\"), PolicyDocument: aws.String(${policy})})"},
}
