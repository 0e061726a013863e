package export

// What the command lines share. A body goes by a file: the commands take no text.
var cliMacros = map[string]string{
	"put":      "printf '%s' ${body:bytes} > body\n",
	"blobname": " --container-name ${path:first} --name ${path:rest}",
	"mod": "[[ --if-match ${if-match:etag}]][[ --if-none-match ${if-none-match:etag}]][[ --if-modified-since " +
		"${if-modified-since:time}]]" +
		"[[ --if-unmodified-since ${if-unmodified-since:time}]][[ --tags-condition ${if-tags}]]",
	"since": "[[ --if-modified-since ${if-modified-since:time}]][[ --if-unmodified-since ${if-unmodified-since:time}]]",
	"held":  "[[ --lease-id ${lease:guid}]]",
	"meta":  "[[ --metadata ${meta.*:pairs}]]",
	"fields": "[[ --content-type ${content-type}]][[ --content-encoding ${content-encoding}]][[ --content-language " +
		"${content-language}]]" +
		"[[ --content-disposition ${content-disposition}]][[ --content-cache-control ${cache-control}]][[ " +
		"--content-md5 ${content-md5:md5}]]",
	"snap":   "[[ --snapshot ${snapshot}]]",
	"file":   " --share-name ${path:first} --path ${path:rest}",
	"dir":    " --share-name ${path:first}[[ --name ${path:rest}]]",
	"entity": " --table-name ${path:table} --entity ${path:props}",
	"object": " --bucket ${path:first} --key ${path:rest}",
	"s3cond": "[[ --if-match ${if-match:etag}]][[ --if-none-match ${if-none-match:etag}]]",
	"s3read": "%s3cond%[[ --if-modified-since ${if-modified-since:time}]][[ --if-unmodified-since " +
		"${if-unmodified-since:time}]][[ --range ${range:range}]][[ --version-id ${version-id}]]",
	"s3src": "[[ --copy-source-if-match ${source-if-match:etag}]][[ --copy-source-if-none-match " +
		"${source-if-none-match:etag}]]" +
		"[[ --copy-source-if-modified-since ${source-if-modified-since:time}]][[ --copy-source-if-unmodified-since " +
		"${source-if-unmodified-since:time}]]",
}

var cliBlobs = []call{
	{"create-container", "", "az storage container create --name ${path:first}%meta%"},
	{"get-container-properties", "", "az storage container show --name ${path:first}%held%"},
	{"get-container-metadata", "", "az storage container metadata show --name ${path:first}%held%"},
	{"set-container-metadata", "", "az storage container metadata update --name ${path:first}%meta%%held%[[ " +
		"--if-modified-since ${if-modified-since:time}]]"},
	{"get-container-acl", "", "az storage container policy list --container-name ${path:first}%held%"},
	{"delete-container", "", "az storage container delete --name ${path:first}%held%%since%"},
	{"list-containers", "", "az storage container list[[ --prefix ${prefix}]][[ --marker ${marker}]][[ " +
		"--num-results ${max:int}]]"},
	{"list-blobs", "", "az storage blob list --container-name ${path}[[ --prefix ${prefix}]][[ --delimiter " +
		"${delimiter}]][[ --marker ${marker}]][[ --num-results ${max:int}]]"},
	{"put-blob", "type=AppendBlob", "printf '' > body\naz storage blob upload --type append --file body " +
		"--overwrite%blobname%%meta%[[ --tags ${tag.*:pairs}]]%fields%%held%%mod%"},
	{"put-blob", "type=PageBlob", "-The Azure CLI makes a page blob of a file only: curl makes one of a size."},
	{"put-blob", "", "%put%az storage blob upload --file body --overwrite%blobname%[[${type:given}]]%meta%[[ --tags " +
		"${tag.*:pairs}]][[ --tier ${tier}]]%fields%%held%%mod%"},
	{"get-blob", "", "az storage blob download%blobname%[[ --start-range ${range:from}]][[ --end-range " +
		"${range:to}]]%snap%%held%%mod%"},
	{"get-blob-properties", "", "az storage blob show%blobname%%snap%%held%%mod%"},
	{"get-blob-metadata", "", "az storage blob metadata show%blobname%%snap%%held%%mod%"},
	{"set-blob-metadata", "", "az storage blob metadata update%blobname%%meta%%held%%mod%"},
	{"set-blob-properties", "", "az storage blob update%blobname%%fields%%held%%mod%"},
	{"get-blob-tags", "", "az storage blob tag list%blobname%%snap%[[ --tags-condition ${if-tags}]]"},
	{"set-blob-tags", "", "az storage blob tag set%blobname%[[ --tags ${tag.*:pairs}]][[ --tags-condition " +
		"${if-tags}]]"},
	{"set-blob-tier", "", "az storage blob set-tier%blobname% --tier ${tier}"},
	{"snapshot-blob", "", "az storage blob snapshot%blobname%%meta%%held%%mod%"},
	{"delete-blob", "", "az storage blob delete%blobname%%snap%[[ --delete-snapshots ${snapshots}]]%held%%mod%"},
	{"acquire-container-lease", "", "az storage container lease acquire --container-name ${path:first} " +
		"--lease-duration ${duration:int}[[ --proposed-lease-id ${id:guid}]]%since%"},
	{"renew-container-lease", "",
		"az storage container lease renew --container-name ${path:first} --lease-id ${lease:guid}%since%"},
	{"change-container-lease", "", "az storage container lease change --container-name ${path:first} --lease-id " +
		"${lease:guid} --proposed-lease-id ${id:guid}%since%"},
	{"release-container-lease", "",
		"az storage container lease release --container-name ${path:first} --lease-id ${lease:guid}%since%"},
	{"break-container-lease", "",
		"az storage container lease break --container-name ${path:first}[[ --lease-break-period " +
			"${period:int}]]%since%"},
	{"acquire-blob-lease", "", "az storage blob lease acquire --container-name ${path:first} --blob-name " +
		"${path:rest} --lease-duration ${duration:int}[[ --proposed-lease-id ${id:guid}]]%mod%"},
	{"renew-blob-lease", "", "az storage blob lease renew --container-name ${path:first} --blob-name ${path:rest} " +
		"--lease-id ${lease:guid}%mod%"},
	{"change-blob-lease", "", "az storage blob lease change --container-name ${path:first} --blob-name ${path:rest} " +
		"--lease-id ${lease:guid} --proposed-lease-id ${id:guid}%mod%"},
	{"release-blob-lease", "", "az storage blob lease release --container-name ${path:first} --blob-name " +
		"${path:rest} --lease-id ${lease:guid}%mod%"},
	{"break-blob-lease", "", "az storage blob lease break --container-name ${path:first} --blob-name ${path:rest}[[ " +
		"--lease-break-period ${period:int}]]%mod%"},
	{"copy-blob", "", "az storage blob copy start --destination-container ${path:first} --destination-blob " +
		"${path:rest} --source-uri ${source:url}%meta%[[ --tags ${tag.*:pairs}]]" +
		"[[ --source-if-match ${source-if-match:etag}]][[ --source-if-none-match ${source-if-none-match:etag}]][[ " +
		"--source-if-modified-since ${source-if-modified-since:time}]]" +
		"[[ --source-if-unmodified-since ${source-if-unmodified-since:time}]][[ --destination-lease-id " +
		"${lease:guid}]][[ --destination-if-match ${if-match:etag}]]" +
		"[[ --destination-if-none-match ${if-none-match:etag}]][[ --destination-if-modified-since " +
		"${if-modified-since:time}]][[ --destination-if-unmodified-since ${if-unmodified-since:time}]][[ " +
		"--destination-tags-condition ${if-tags}]]"},
	{"copy-blob-from-url", "", "az storage blob copy start --requires-sync true --destination-container " +
		"${path:first} --destination-blob ${path:rest} --source-uri ${source:url}%meta%[[ --tags ${tag.*:pairs}]]" +
		"[[ --destination-lease-id ${lease:guid}]][[ --destination-if-match ${if-match:etag}]][[ " +
		"--destination-if-none-match ${if-none-match:etag}]]"},
	{"abort-copy-blob", "", "az storage blob copy cancel --destination-container ${path:first} --destination-blob " +
		"${path:rest} --copy-id ${copy}%held%"},
}

var cliQueues = []call{
	{"put-message", "", "az storage message put --queue-name ${queue} --content ${text}[[ --visibility-timeout " +
		"${visibilitytimeout:int}]][[ --time-to-live ${messagettl:int}]]"},
	{"get-messages", "", "az storage message get --queue-name ${queue}[[ --num-messages ${numofmessages:int}]][[ " +
		"--visibility-timeout ${visibilitytimeout:int}]]"},
	{"peek-messages", "", "az storage message peek --queue-name ${queue}[[ --num-messages ${numofmessages:int}]]"},
	{"update-message", "", "az storage message update --queue-name ${message:first} --id ${message:rest} " +
		"--pop-receipt ${popreceipt}[[ --content ${text}]][[ --visibility-timeout ${visibilitytimeout:int}]]"},
	{"delete-message", "", "az storage message delete --queue-name ${message:first} --id ${message:rest} " +
		"--pop-receipt ${popreceipt}"},
	{"create-queue", "", "az storage queue create --name ${queue}%meta%"},
	{"delete-queue", "", "az storage queue delete --name ${queue}"},
	{"clear-messages", "", "az storage message clear --queue-name ${queue}"},
	{"get-queue-metadata", "", "az storage queue metadata show --name ${queue}"},
	{"set-queue-metadata", "", "az storage queue metadata update --name ${queue}%meta%"},
	{"get-queue-acl", "", "az storage queue policy list --queue-name ${queue}"},
	{"list-queues", "", "az storage queue list[[ --prefix ${prefix}]][[ --marker ${marker}]][[ --num-results " +
		"${maxresults:int}]]"},
	{"get-queue-service-properties", "",
		"az storage logging show --services q[[${account:given}]]\naz storage metrics show --services q"},
}

var cliTables = []call{
	{"create-table", "", "az storage table create --name ${path}"},
	{"get-table", "", "az storage table exists --name ${path}"},
	{"query-entities", "", "az storage entity query --table-name ${path}[[ --filter ${filter}]][[ --select " +
		"${select}]][[ --num-results ${top:int}]]"},
	{"query-tables", "", "az storage table list[[ --num-results ${top:int}]]"},
	{"get-table-acl", "", "az storage table policy list --table-name ${path}"},
	{"delete-table", "", "az storage table delete --name ${path}"},
	{"insert-entity", "", "az storage entity insert --if-exists fail%entity%"},
	{"get-entity", "", "az storage entity show --table-name ${path:table} --partition-key ${path:partition} " +
		"--row-key ${path:row}[[ --select ${select}]]"},
	{"update-entity", "if-match", "az storage entity replace%entity%[[ --if-match ${if-match:etag}]]"},
	{"update-entity", "", "az storage entity insert --if-exists replace%entity%"},
	{"merge-entity", "if-match", "az storage entity merge%entity%[[ --if-match ${if-match:etag}]]"},
	{"merge-entity", "", "az storage entity insert --if-exists merge%entity%"},
	{"insert-or-replace-entity", "", "az storage entity insert --if-exists replace%entity%"},
	{"insert-or-merge-entity", "", "az storage entity insert --if-exists merge%entity%"},
	{"delete-entity", "", "az storage entity delete --table-name ${path:table} --partition-key ${path:partition} " +
		"--row-key ${path:row}[[ --if-match ${if-match:etag}]]"},
}

var cliFiles = []call{
	{"get-file", "", "az storage file download%file%[[ --start-range ${range:from}]][[ --end-range " +
		"${range:to}]]%snap%"},
	{"get-file-properties", "", "az storage file show%file%%snap%"},
	{"get-file-metadata", "", "az storage file metadata show%file%%snap%"},
	{"set-file-properties", "size", "az storage file resize%file% --size ${size:int}"},
	{"set-file-properties", "", "az storage file update%file%[[ --content-type ${content-type}]]"},
	{"set-file-metadata", "", "az storage file metadata update%file%%meta%"},
	{"copy-file", "", "az storage file copy start --destination-share ${path:first} --destination-path ${path:rest} " +
		"--source-uri ${source:url}"},
	{"delete-file", "", "az storage file delete%file%"},
	{"list-handles", "", "az storage share list-handle --name ${path:first} --path ${path:rest}"},
	{"force-close-handles", "handle=*",
		"az storage share close-handle --name ${path:first} --path ${path:rest} --close-all"},
	{"force-close-handles", "",
		"az storage share close-handle --name ${path:first} --path ${path:rest} --handle-id ${handle}"},
	{"create-directory", "", "az storage directory create%dir%"},
	{"delete-directory", "", "az storage directory delete%dir%"},
	{"list-directories-and-files", "", "az storage file list --share-name ${path:first}[[ --path ${path:rest}]][[ " +
		"--marker ${marker}]][[ --num-results ${max:int}]]%snap%"},
	{"create-share", "", "az storage share create --name ${share}[[ --quota ${quota:int}]]"},
	{"set-share-properties", "", "az storage share update --name ${share}[[ --quota ${quota:int}]]"},
	{"snapshot-share", "", "az storage share snapshot --name ${share}"},
	{"delete-share", "", "az storage share delete --name ${share}[[ --delete-snapshots ${snapshots}]]%snap%"},
}

var cliBuckets = []call{
	{"put-object", "", "%put%aws s3api put-object%object% --body body%s3cond%[[ --content-type ${content-type}]][[ " +
		"--storage-class ${storage-class}]][[ --metadata ${meta.*:map}]]"},
	{"get-object", "", "aws s3api get-object%object%%s3read% body"},
	{"head-object", "", "aws s3api head-object%object%%s3read%"},
	{"copy-object", "", "aws s3api copy-object%object% --copy-source ${source:s3source}%s3cond%%s3src%[[ " +
		"--storage-class ${storage-class}]][[ --metadata-directive REPLACE --metadata ${meta.*:map}]]"},
	{"delete-object", "", "aws s3api delete-object%object%[[ --if-match ${if-match:etag}]][[ --version-id " +
		"${version-id}]][[ --if-match-size ${if-match-size:int}]][[ --if-match-last-modified-time " +
		"${if-match-last-modified-time:time}]]"},
	{"delete-objects", "", "aws s3api delete-objects --bucket ${path} --delete ${keys:keys}"},
	{"create-multipart-upload", "",
		"aws s3api create-multipart-upload%object%[[ --content-type ${content-type}]][[ --metadata ${meta.*:map}]]"},
	{"upload-part", "", "%put%aws s3api upload-part%object% --upload-id ${upload} --part-number ${part:int} --body " +
		"body"},
	{"upload-part-copy", "", "aws s3api upload-part-copy%object% --upload-id ${upload} --part-number ${part:int} " +
		"--copy-source ${source:s3source}[[ --copy-source-range ${source-range:range}]]%s3src%"},
	{"complete-multipart-upload", "",
		"aws s3api complete-multipart-upload%object% --upload-id ${upload} --multipart-upload ${parts:parts}%s3cond%"},
	{"abort-multipart-upload", "", "aws s3api abort-multipart-upload%object% --upload-id ${upload}"},
	{"list-parts", "", "aws s3api list-parts%object% --upload-id ${upload}"},
	{"create-bucket", "", "aws s3api create-bucket --bucket ${path}"},
	{"delete-bucket", "", "aws s3api delete-bucket --bucket ${path}"},
	{"list-objects-v2", "", "aws s3api list-objects-v2 --bucket ${path}[[ --prefix ${prefix}]][[ --delimiter " +
		"${delimiter}]][[ --starting-token ${marker}]][[ --max-items ${max:int}]]"},
	{"list-object-versions", "", "aws s3api list-object-versions --bucket ${path}[[ --prefix ${prefix}]]"},
	{"list-multipart-uploads", "", "aws s3api list-multipart-uploads --bucket ${path}[[ --prefix ${prefix}]]"},
	{"put-bucket-policy", "", "aws s3api put-bucket-policy --bucket ${path} --policy ${policy}"},
	{"get-bucket-policy", "", "aws s3api get-bucket-policy --bucket ${path}"},
	{"delete-bucket-policy", "", "aws s3api delete-bucket-policy --bucket ${path}"},
	{"put-bucket-versioning", "",
		"aws s3api put-bucket-versioning --bucket ${path} --versioning-configuration Status=${status}"},
	{"get-bucket-versioning", "", "aws s3api get-bucket-versioning --bucket ${path}"},
	{"put-role-policy", "", "aws iam put-role-policy --role-name ${role} --policy-name rights --policy-document " +
		"${policy}"},
}

const (
	azNot    = "-The Azure CLI has no command for this: curl sends the same."
	azWhole  = "-The Azure CLI stages blocks and pages by itself when it uploads a file: curl sends this one request."
	azPolicy = "-The Azure CLI changes one access policy at a time (az storage ... policy update): curl replaces " +
		"them all."
)

// cliNone are the operations without a command of their own.
var cliNone = []call{
	{"set-container-acl", "", azPolicy}, {"set-queue-acl", "", azPolicy}, {"set-table-acl", "", azPolicy},
	{"put-block", "", azWhole}, {"put-block-from-url", "", azWhole}, {"put-block-list", "", azWhole},
	{"get-block-list", "", azWhole},
	{"append-block", "", azWhole}, {"append-blob-seal", "", azNot}, {"put-page", "", azWhole},
	{"get-page-ranges", "", azWhole},
	{"set-queue-service-properties", "", azNot}, {"entity-group-transaction", "", azNot},
	{"create-file", "", azNot}, {"put-range", "", azNot}, {"list-ranges", "", azNot},
	{"acquire-file-lease", "", azNot}, {"change-file-lease", "", azNot}, {"release-file-lease", "", azNot},
	{"break-file-lease", "", azNot},
	{"acquire-share-lease", "", azNot}, {"renew-share-lease", "", azNot}, {"change-share-lease", "", azNot},
	{"release-share-lease", "", azNot}, {"break-share-lease", "", azNot},
}
