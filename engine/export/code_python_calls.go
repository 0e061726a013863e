package export

// What the calls in Python share.
var pythonMacros = map[string]string{
	"conn": `os.environ["AZURE_STORAGE_CONNECTION_STRING"]`,

	"service":   "client = BlobServiceClient.from_connection_string(%conn%)\n",
	"container": "client = ContainerClient.from_connection_string(%conn%, ${path:first})\n",
	"blob": "client = BlobClient.from_connection_string(%conn%, ${path:first}, ${path:rest}[[, " +
		"snapshot=${snapshot}]])\n",
	"holder":   "holder = BlobLeaseClient(client[[, lease_id=${lease:guid}]])\n",
	"proposer": "holder = BlobLeaseClient(client[[, lease_id=${id:guid}]])\n",

	"since": "[[¦if_modified_since=${if-modified-since:time}]][[¦if_unmodified_since=${if-unmodified-since:time}]]",
	"mod":   "[[¦${if-match:match}||¦${if-none-match:none}]]%since%[[¦if_tags_match_condition=${if-tags}]]",
	"lease": "[[¦lease=${lease:guid}]]",
	"cond":  "%lease%%mod%",
	"meta":  "[[¦metadata=${meta.*:dict}]]",
	"tags":  "[[¦tags=${tag.*:dict}]]",
	"fields": "[[¦content_type=${content-type}]][[¦content_encoding=${content-encoding}]][[¦content_language=${content-language}]]" +
		"[[¦content_disposition=${content-disposition}]][[¦cache_control=${cache-control}]][[¦content_md5=${content-md5:md5}]]",
	"settings": "[[¦content_settings=ContentSettings(%fields%)]]",
	"tier":     "[[¦standard_blob_tier=StandardBlobTier(${tier})]]",
	"range":    "[[¦offset=${range:from}[[¦length=${range:count}]]]]",
	"pos":      "[[¦appendpos_condition=${appendpos:int}]][[¦maxsize_condition=${maxsize:int}]]",
	"seq":      "[[¦if_sequence_number_lte=${if-sequence-le:int}]][[¦if_sequence_number_lt=${if-sequence-lt:int}]][[¦if_sequence_number_eq=${if-sequence-eq:int}]]",
	"source": "[[¦${source-if-match:match source_}||¦${source-if-none-match:none " +
		"source_}]][[¦source_if_modified_since=${source-if-modified-since:time}]]" +
		"[[¦source_if_unmodified_since=${source-if-unmodified-since:time}]]",
	"list": "[[¦name_starts_with=${prefix}]][[¦include=${include:list}]][[¦results_per_page=${max:int}]]",
	"page": ".by_page([[${marker}]])",

	"queue":   "client = QueueClient.from_connection_string(%conn%, ${queue})\n",
	"message": "client = QueueClient.from_connection_string(%conn%, ${message:first})\n",
	"queues":  "client = QueueServiceClient.from_connection_string(%conn%)\n",
	"hidden":  "[[¦visibility_timeout=${visibilitytimeout:int}]]",

	"tables": "account = TableServiceClient.from_connection_string(%conn%)\n",
	"table":  "%tables%client = account.get_table_client(${path:table})\n",

	"file": "client = ShareFileClient.from_connection_string(%conn%, ${path:first}, ${path:rest}[[, " +
		"snapshot=${snapshot}]])\n",
	"share": "client = ShareClient.from_connection_string(%conn%, ${share}[[, snapshot=${snapshot}]])\n",
	"directory": "client = ShareDirectoryClient.from_connection_string(%conn%, ${path:first}, " +
		"[[${path:rest}||\"\"]][[, snapshot=${snapshot}]])\n",
	"fileheld": "holder = ShareLeaseClient(client[[, lease_id=${lease:guid}]])\n",
	"filenew":  "holder = ShareLeaseClient(client[[, lease_id=${id:guid}]])\n",
	"time":     "[[¦timeout=${timeout:int}]]",
	"ftype":    "[[¦content_settings=FileContentSettings(content_type=${content-type})]]",
	"attrs":    "[[¦file_attributes=${attributes}]]",

	"s3":     "client = boto3.client(\"s3\")\nanswer = client.",
	"object": "Bucket=${path:first}¦Key=${path:rest}",
	"s3cond": "[[¦IfMatch=${if-match:etag}]][[¦IfNoneMatch=${if-none-match:etag}]]",
	"s3read": "%s3cond%[[¦IfModifiedSince=${if-modified-since:time}]][[¦IfUnmodifiedSince=${if-unmodified-since:time}]][[¦Range=${range:range}]][[¦VersionId=${version-id}]]",
	"s3src": "[[¦CopySourceIfMatch=${source-if-match:etag}]][[¦CopySourceIfNoneMatch=${source-if-none-match:etag}]]" +
		"[[¦CopySourceIfModifiedSince=${source-if-modified-since:time}]][[¦CopySourceIfUnmodifiedSince=${source-if-unmodified-since:time}]]",
	"s3meta": "[[¦Metadata=${meta.*:dict}]]",
}

var pythonBlobs = []call{
	{"create-container", "", "%container%answer = client.create_container(%meta%)"},
	{"get-container-properties", "", "%container%answer = client.get_container_properties(%lease%)"},
	{"get-container-metadata", "", "%container%answer = client.get_container_properties(%lease%).metadata"},
	{"set-container-metadata", "", "%container%answer = " +
		"client.set_container_metadata(%meta%%lease%[[¦${if-match:match}||¦${if-none-match:none}]][[¦if_modified_since=${if-modified-since:time}]])"},
	{"get-container-acl", "", "%container%answer = client.get_container_access_policy(%lease%)"},
	{"set-container-acl", "", "%container%answer = client.set_container_access_policy([[${policy.*:policies " +
		"BlobAccessPolicy}||{}]]%lease%%since%)"},
	{"delete-container", "",
		"%container%answer = client.delete_container(%lease%[[¦${if-match:match}||¦${if-none-match:none}]]%since%)"},
	{"list-containers", "", "%service%answer = " +
		"list(next(client.list_containers([[¦name_starts_with=${prefix}]][[¦results_per_page=${max:int}]])%page%))"},
	{"list-blobs", "delimiter",
		"%container%answer = list(next(client.walk_blobs(%list%¦delimiter=${delimiter})%page%))"},
	{"list-blobs", "", "%container%answer = list(next(client.list_blobs(%list%)%page%))"},
	{"put-blob", "type=AppendBlob", "%blob%answer = client.create_append_blob(%settings%%meta%%tags%%cond%)"},
	{"put-blob", "type=PageBlob", "%blob%answer = " +
		"client.create_page_blob(${size:int}[[¦sequence_number=${sequence:int}]]%settings%%meta%%tags%%cond%)"},
	{"put-blob", "", "%blob%[[${type:given}]]answer = " +
		"client.upload_blob(${body:bytes}¦overwrite=True%settings%%meta%%tags%%tier%%cond%)"},
	{"get-blob", "", "%blob%answer = client.download_blob(%range%%cond%).readall()"},
	{"get-blob-properties", "", "%blob%answer = client.get_blob_properties(%cond%)"},
	{"get-blob-metadata", "", "%blob%answer = client.get_blob_properties(%cond%).metadata"},
	{"set-blob-metadata", "", "%blob%answer = client.set_blob_metadata([[${meta.*:dict}||{}]]%cond%)"},
	{"set-blob-properties", "sequence-action", "%blob%answer = " +
		"client.set_sequence_number(SequenceNumberAction(${sequence-action})[[¦sequence_number=${sequence:int}]]%cond%)"},
	{"set-blob-properties", "size", "%blob%answer = client.resize_blob(${size:int}%cond%)"},
	{"set-blob-properties", "", "%blob%answer = client.set_http_headers(ContentSettings(%fields%)%cond%)"},
	{"get-blob-tags", "", "%blob%answer = client.get_blob_tags(%cond%)"},
	{"set-blob-tags", "", "%blob%answer = client.set_blob_tags([[${tag.*:dict}||{}]]%cond%)"},
	{"set-blob-tier", "", "%blob%answer = " +
		"client.set_standard_blob_tier(StandardBlobTier(${tier})%lease%[[¦if_tags_match_condition=${if-tags}]])"},
	{"snapshot-blob", "", "%blob%answer = client.create_snapshot(%meta%%cond%)"},
	{"delete-blob", "", "%blob%answer = client.delete_blob([[¦delete_snapshots=${snapshots}]]%cond%)"},
	{"acquire-container-lease", "",
		"%container%%proposer%answer = holder.acquire(lease_duration=${duration:int}%mod%)"},
	{"renew-container-lease", "", "%container%%holder%answer = holder.renew(%mod%)"},
	{"change-container-lease", "", "%container%%holder%answer = holder.change(${id:guid}%mod%)"},
	{"release-container-lease", "", "%container%%holder%answer = holder.release(%mod%)"},
	{"break-container-lease", "",
		"%container%%holder%answer = holder.break_lease([[¦lease_break_period=${period:int}]]%mod%)"},
	{"acquire-blob-lease", "", "%blob%%proposer%answer = holder.acquire(lease_duration=${duration:int}%mod%)"},
	{"renew-blob-lease", "", "%blob%%holder%answer = holder.renew(%mod%)"},
	{"change-blob-lease", "", "%blob%%holder%answer = holder.change(${id:guid}%mod%)"},
	{"release-blob-lease", "", "%blob%%holder%answer = holder.release(%mod%)"},
	{"break-blob-lease", "", "%blob%%holder%answer = holder.break_lease([[¦lease_break_period=${period:int}]]%mod%)"},
	{"put-block", "", "%blob%answer = client.stage_block(${block:block}, ${body:bytes}%lease%)"},
	{"put-block-from-url", "", "%blob%answer = client.stage_block_from_url(${block:block}, " +
		"${source:url}[[¦source_offset=${source-range:from}[[¦source_length=${source-range:count}]]]]%lease%)"},
	{"put-block-list", "", "%blob%answer = " +
		"client.commit_block_list([[${blocks:blocks}||[]]]%settings%%meta%%tags%%tier%%cond%)"},
	{"get-block-list", "", "%blob%answer = " +
		"client.get_block_list([[${list}||\"committed\"]]%lease%[[¦if_tags_match_condition=${if-tags}]])"},
	{"append-block", "", "%blob%answer = client.append_block(${body:bytes}%pos%%cond%)"},
	{"append-blob-seal", "", "%blob%answer = client.seal_append_blob([[¦appendpos_condition=${appendpos:int}]]%cond%)"},
	{"put-page", "page-write=clear", "%blob%answer = client.clear_page(${range:from}, ${range:count}%seq%%cond%)"},
	{"put-page", "", "%blob%[[${page-write:given}]]answer = client.upload_page(${body:bytes}, ${range:from}, " +
		"${range:count}%seq%%cond%)"},
	{"get-page-ranges", "", "%blob%answer = list(client.list_page_ranges(%range%%cond%))"},
	{"copy-blob", "", "%blob%answer = " +
		"client.start_copy_from_url(${source:url}%meta%%tags%%source%[[¦destination_lease=${lease:guid}]]%mod%)"},
	{"copy-blob-from-url", "", "%blob%answer = " +
		"client.start_copy_from_url(${source:url}¦requires_sync=True%meta%%tags%%source%[[¦destination_lease=${lease:guid}]]%mod%)"},
	{"abort-copy-blob", "", "%blob%answer = client.abort_copy(${copy}%lease%)"},
}

var pythonQueues = []call{
	{"put-message", "", "%queue%answer = client.send_message(${text}%hidden%[[¦time_to_live=${messagettl:int}]])"},
	{"get-messages", "", "%queue%answer = " +
		"list(next(client.receive_messages([[¦messages_per_page=${numofmessages:int}]]%hidden%).by_page(), []))"},
	{"peek-messages", "", "%queue%answer = client.peek_messages([[¦max_messages=${numofmessages:int}]])"},
	{"update-message", "", "%message%answer = client.update_message(${message:rest}, " +
		"pop_receipt=${popreceipt}[[¦content=${text}]]%hidden%)"},
	{"delete-message", "", "%message%answer = client.delete_message(${message:rest}, pop_receipt=${popreceipt})"},
	{"create-queue", "", "%queue%answer = client.create_queue(%meta%)"},
	{"delete-queue", "", "%queue%answer = client.delete_queue()"},
	{"clear-messages", "", "%queue%answer = client.clear_messages()"},
	{"get-queue-metadata", "", "%queue%answer = client.get_queue_properties()"},
	{"set-queue-metadata", "", "%queue%answer = client.set_queue_metadata(%meta%)"},
	{"get-queue-acl", "", "%queue%answer = client.get_queue_access_policy()"},
	{"set-queue-acl", "", "%queue%answer = client.set_queue_access_policy([[${policy.*:policies " +
		"QueueAccessPolicy}||{}]])"},
	{"list-queues", "", "%queues%answer = " +
		"list(next(client.list_queues([[¦name_starts_with=${prefix}]][[¦results_per_page=${maxresults:int}]])%page%))"},
	{"get-queue-service-properties", "", "%queues%[[${account:given}]]answer = client.get_service_properties()"},
	{"set-queue-service-properties", "", "%queues%[[${account:given}]]answer = client.set_service_properties(" +
		"[[¦analytics_logging=QueueAnalyticsLogging(read=${property.Logging:has read}, write=${property.Logging:has " +
		"write}, delete=${property.Logging:has delete})]]" +
		"[[¦hour_metrics=Metrics(enabled=${property.HourMetrics:has " +
		"on})]][[¦minute_metrics=Metrics(enabled=${property.MinuteMetrics:has on})]]" +
		"[[¦cors=[CorsRule([${property.Cors}], [\"GET\"])]]])"},
}

var pythonTables = []call{
	{"create-table", "", "%table%answer = client.create_table()"},
	{"get-table", "", "%tables%# The SDK asks for one table by the list of tables.\nanswer = " +
		"list(account.query_tables(\"TableName eq @name\", parameters={\"name\": ${path}}))"},
	{"query-entities", "filter", "%table%answer = " +
		"list(next(client.query_entities(${filter}[[¦select=${select:comma}]][[¦results_per_page=${top:int}]]).by_page([[${next:nextkeys}]])))"},
	{"query-entities", "", "%table%answer = " +
		"list(next(client.list_entities([[¦select=${select:comma}]][[¦results_per_page=${top:int}]]).by_page([[${next:nextkeys}]])))"},
	{"query-tables", "", "%tables%answer = " +
		"list(next([[account.query_tables(${filter}[[¦results_per_page=${top:int}]])||account.list_tables([[results_per_page=${top:int}]])]].by_page([[${next}]])))"},
	{"get-table-acl", "", "%table%answer = client.get_table_access_policy()"},
	{"set-table-acl", "", "%table%answer = client.set_table_access_policy([[${policy.*:policies " +
		"TableAccessPolicy}||{}]])"},
	{"delete-table", "", "%table%answer = client.delete_table()"},
	{"insert-entity", "", "%table%answer = client.create_entity(${path:entity})"},
	{"get-entity", "", "%table%answer = client.get_entity(${path:partition}, ${path:row}[[¦select=${select:comma}]])"},
	{"update-entity", "if-match",
		"%table%answer = client.update_entity(${path:entity}¦mode=UpdateMode.REPLACE[[¦${if-match:match}]])"},
	{"update-entity", "", "%table%answer = client.upsert_entity(${path:entity}¦mode=UpdateMode.REPLACE)"},
	{"merge-entity", "if-match",
		"%table%answer = client.update_entity(${path:entity}¦mode=UpdateMode.MERGE[[¦${if-match:match}]])"},
	{"merge-entity", "", "%table%answer = client.upsert_entity(${path:entity}¦mode=UpdateMode.MERGE)"},
	{"insert-or-replace-entity", "", "%table%answer = client.upsert_entity(${path:entity}¦mode=UpdateMode.REPLACE)"},
	{"insert-or-merge-entity", "", "%table%answer = client.upsert_entity(${path:entity}¦mode=UpdateMode.MERGE)"},
	{"delete-entity", "", "%table%answer = client.delete_entity(${path:partition}, ${path:row}[[¦${if-match:match}]])"},
	{"entity-group-transaction", "", "%table%answer = client.submit_transaction(${operations:actions})"},
}

var pythonFiles = []call{
	{"create-file", "", "%file%answer = client.create_file(${size:int}%ftype%%attrs%%meta%%lease%%time%)"},
	{"get-file", "", "%file%answer = client.download_file(%range%%lease%%time%).readall()"},
	{"get-file-properties", "", "%file%answer = client.get_file_properties(%lease%%time%)"},
	{"get-file-metadata", "", "%file%answer = client.get_file_properties(%lease%%time%).metadata"},
	{"set-file-properties", "size", "%file%answer = client.resize_file(${size:int}%lease%%time%)"},
	{"set-file-properties", "", "%file%answer = " +
		"client.set_http_headers(FileContentSettings([[content_type=${content-type}]])%attrs%%lease%%time%)"},
	{"set-file-metadata", "", "%file%answer = client.set_file_metadata([[${meta.*:dict}||{}]]%lease%%time%)"},
	{"put-range", "write=clear", "%file%answer = client.clear_range(${range:from}, ${range:count}%lease%%time%)"},
	{"put-range", "", "%file%[[${write:given}]]answer = client.upload_range(${body:bytes}, ${range:from}, " +
		"${range:count}%lease%%time%)"},
	{"list-ranges", "", "%file%answer = client.get_ranges(%range%%lease%%time%)"},
	{"copy-file", "", "%file%answer = client.start_copy_from_url(${source:url}%lease%%time%)"},
	{"delete-file", "", "%file%answer = client.delete_file(%lease%%time%)"},
	{"list-handles", "", "%file%answer = list(client.list_handles())"},
	{"force-close-handles", "handle=*", "%file%answer = client.close_all_handles()"},
	{"force-close-handles", "", "%file%answer = client.close_handle(${handle})"},
	{"acquire-file-lease", "",
		"%file%%filenew%# The lease of a file has no end.[[${duration:one}]]\nanswer = holder.acquire(%time%)"},
	{"change-file-lease", "", "%file%%fileheld%answer = holder.change(${id:guid})"},
	{"release-file-lease", "", "%file%%fileheld%answer = holder.release()"},
	{"break-file-lease", "", "%file%%fileheld%answer = holder.break_lease()"},
	{"acquire-share-lease", "", "%share%%filenew%answer = holder.acquire(lease_duration=${duration:int})"},
	{"renew-share-lease", "", "%share%%fileheld%answer = holder.renew()"},
	{"change-share-lease", "", "%share%%fileheld%answer = holder.change(${id:guid})"},
	{"release-share-lease", "", "%share%%fileheld%answer = holder.release()"},
	{"break-share-lease", "", "%share%%fileheld%answer = holder.break_lease([[¦lease_break_period=${period:int}]])"},
	{"create-directory", "", "%directory%answer = client.create_directory()"},
	{"delete-directory", "", "%directory%answer = client.delete_directory()"},
	{"list-directories-and-files", "", "%directory%answer = " +
		"list(next(client.list_directories_and_files([[¦name_starts_with=${prefix}]][[¦results_per_page=${max:int}]])%page%))"},
	{"create-share", "", "%share%answer = client.create_share([[quota=${quota:int}]])"},
	{"set-share-properties", "", "%share%answer = client.set_share_properties([[quota=${quota:int}]])"},
	{"snapshot-share", "", "%share%answer = client.create_snapshot()"},
	{"delete-share", "", "%share%answer = client.delete_share([[${snapshots:given}delete_snapshots=True]]%lease%)"},
}

var pythonBuckets = []call{
	{"put-object", "", "%s3%put_object(%object%¦Body=${body:bytes}%s3cond%[[¦ContentType=${content-type}]][[¦StorageClass=${storage-class}]]%s3meta%)"},
	{"get-object", "", "%s3%get_object(%object%%s3read%)"},
	{"head-object", "", "%s3%head_object(%object%%s3read%)"},
	{"copy-object", "", "%s3%copy_object(%object%¦CopySource=${source:s3source}%s3cond%%s3src%[[¦StorageClass=${storage-class}]][[¦MetadataDirective=\"REPLACE\"¦Metadata=${meta.*:dict}]])"},
	{"delete-object", "", "%s3%delete_object(%object%[[¦IfMatch=${if-match:etag}]][[¦VersionId=${version-id}]][[¦IfMatchSize=${if-match-size:int}]][[¦IfMatchLastModifiedTime=${if-match-last-modified-time:time}]])"},
	{"delete-objects", "", "%s3%delete_objects(Bucket=${path}, Delete={\"Objects\": ${keys:keys}})"},
	{"create-multipart-upload", "", "%s3%create_multipart_upload(%object%[[¦ContentType=${content-type}]]%s3meta%)"},
	{"upload-part", "", "%s3%upload_part(%object%¦UploadId=${upload}¦PartNumber=${part:int}¦Body=${body:bytes})"},
	{"upload-part-copy", "", "%s3%upload_part_copy(%object%¦UploadId=${upload}¦PartNumber=${part:int}¦CopySource=${source:s3source}[[¦CopySourceRange=${source-range:range}]]%s3src%)"},
	{"complete-multipart-upload", "",
		"%s3%complete_multipart_upload(%object%¦UploadId=${upload}¦MultipartUpload={\"Parts\": " +
			"${parts:parts}}%s3cond%)"},
	{"abort-multipart-upload", "", "%s3%abort_multipart_upload(%object%¦UploadId=${upload})"},
	{"list-parts", "", "%s3%list_parts(%object%¦UploadId=${upload})"},
	{"create-bucket", "", "%s3%create_bucket(Bucket=${path})"},
	{"delete-bucket", "", "%s3%delete_bucket(Bucket=${path})"},
	{"list-objects-v2", "", "%s3%list_objects_v2(Bucket=${path}[[¦Prefix=${prefix}]][[¦Delimiter=${delimiter}]][[¦ContinuationToken=${marker}]][[¦MaxKeys=${max:int}]])"},
	{"list-object-versions", "", "%s3%list_object_versions(Bucket=${path}[[¦Prefix=${prefix}]])"},
	{"list-multipart-uploads", "", "%s3%list_multipart_uploads(Bucket=${path}[[¦Prefix=${prefix}]])"},
	{"put-bucket-policy", "", "%s3%put_bucket_policy(Bucket=${path}, Policy=${policy})"},
	{"get-bucket-policy", "", "%s3%get_bucket_policy(Bucket=${path})"},
	{"delete-bucket-policy", "", "%s3%delete_bucket_policy(Bucket=${path})"},
	{"put-bucket-versioning", "",
		"%s3%put_bucket_versioning(Bucket=${path}, VersioningConfiguration={\"Status\": ${status}})"},
	{"get-bucket-versioning", "", "%s3%get_bucket_versioning(Bucket=${path})"},
	{"put-role-policy", "", "client = boto3.client(\"iam\")\nanswer = client.put_role_policy(RoleName=${role}, " +
		"PolicyName=\"rights\", PolicyDocument=${policy})"},
}
