package wire

import (
	"crypto/md5"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// buckets are Amazon S3's buckets, and the one call to IAM beside them. A bucket is the first part of the path.
//
// Source: Amazon S3 API reference, operation by operation; bucket/rules.md, "State" (recognition), "Order of
// unconditional writes", "Error bodies" and "Versioning". IAM API, "PutRolePolicy". Assumed: the region, the name of a
// role's policy.
var buckets = reckoned(&service{
	name: "bucket", refuse: bucketError, forms: bucketForms, space: "http://s3.amazonaws.com/doc/2006-03-01/",
	always: []Header{{"x-amz-date", "{stamp}"}, {"x-amz-content-sha256", "UNSIGNED-PAYLOAD"},
		{"Authorization", "AWS4-HMAC-SHA256 [signature]"}},
	host: func(spec *engine.OpSpec, _ string) string {
		if spec.Params()[0].Name == "role" {
			return "iam.amazonaws.com"
		}
		return "s3.us-east-1.amazonaws.com"
	},
	defaultPlaces: conditional + contentHeaders + `
		path=/ body=: policy=: keys=: parts=: status=: role=: storage-class=@x-amz-storage-class
		meta.*=@x-amz-meta-* range=@Range version-id=?versionId upload=?uploadId part=?partNumber
		source=@x-amz-copy-source source-version-id=~versionId source-range=@x-amz-copy-source-range
		source-if-match=@x-amz-copy-source-if-match source-if-none-match=@x-amz-copy-source-if-none-match
		source-if-modified-since=@x-amz-copy-source-if-modified-since
		source-if-unmodified-since=@x-amz-copy-source-if-unmodified-since if-match-size=@x-amz-if-match-size
		if-match-last-modified-time=@x-amz-if-match-last-modified-time prefix=?prefix delimiter=?delimiter
		marker=?continuation-token max=?max-keys after=?start-after expires=@Expires tag.*=&x-amz-tagging
		md5=@Content-MD5 checksum.*=@x-amz-checksum-* quiet=: metadata-directive=@x-amz-metadata-directive
		tagging-directive=@x-amz-tagging-directive checksum-mode=@x-amz-checksum-mode
		checksum-algorithm=@x-amz-checksum-algorithm object-size=@x-amz-mp-object-size
		checksum-type=@x-amz-checksum-type key-marker=?key-marker version-marker=?version-id-marker
		upload-marker=?upload-id-marker part-marker=?part-number-marker document=: referer=@Referer acl=@x-amz-acl
		grant.*=@x-amz-grant-* encryption=@x-amz-server-side-encryption
		kms-key=@x-amz-server-side-encryption-aws-kms-key-id website-redirect=@x-amz-website-redirect-location
		ownership=@x-amz-object-ownership object-lock=@x-amz-bucket-object-lock-enabled
		subresource=-the_name_in_the_query lock-mode=@x-amz-object-lock-mode
		lock-until=@x-amz-object-lock-retain-until-date legal-hold=@x-amz-object-lock-legal-hold
		bypass-governance=@x-amz-bypass-governance-retention
	`,
	says: contentHeaders + stamps + `
		body=: storage-class=@x-amz-storage-class meta.*=@x-amz-meta-* version-id=@x-amz-version-id
		lock-mode=@x-amz-object-lock-mode lock-until=@x-amz-object-lock-retain-until-date
		legal-hold=@x-amz-object-lock-legal-hold delete-marker=@x-amz-delete-marker count=:ListBucketResult/KeyCount
		size=-the_length_of_the_body marker=:ListBucketResult/NextContinuationToken
		upload=:InitiateMultipartUploadResult/UploadId expires=@Expires checksum.*=@x-amz-checksum-*
		tag-count=@x-amz-tagging-count parts=@x-amz-mp-parts-count from=-it_stands_in_Content-Range
		of=-it_stands_in_Content-Range tag.*=:Tagging encryption=@x-amz-server-side-encryption
		kms-key=@x-amz-server-side-encryption-aws-kms-key-id website-redirect=@x-amz-website-redirect-location
		source-version-id=@x-amz-copy-source-version-id region=@x-amz-bucket-region
		checksum-type=@x-amz-checksum-type checksum-algorithm=@x-amz-checksum-algorithm
		truncated=-it_stands_in_IsTruncated policy=: document=: status=:VersioningConfiguration/Status
		answers=-each_key_has_its_own_element
	`,
})

var bucketForms = slices.Concat(objectForms, configurationForms())

var objectForms = []form{
	{verb: "put-object", implied: "content-type=binary/octet-stream", read: readContent, method: "PUT",
		target: "/{all}", body: content},
	{verb: "get-object", method: "GET", target: "/{all}", takes: "partNumber"},
	{verb: "head-object", method: "HEAD", target: "/{all}", takes: "partNumber", says: "size=@Content-Length"},
	{verb: "copy-object", needs: "source", method: "PUT", target: "/{all}", body: copied,
		says: "etag=:CopyObjectResult/ETag last-modified=:CopyObjectResult/LastModified " +
			"checksum.*=:CopyObjectResult/Checksum* checksum-type=:CopyObjectResult/ChecksumType"},
	{verb: "delete-object", method: "DELETE", target: "/{all}"},
	{verb: "delete-objects", read: readKeys, method: "POST", target: "/{box}?delete", body: checkedKeys,
		answerBody: deletedBody},
	{verb: "create-multipart-upload", method: "POST", target: "/{all}?uploads", above: func(r *draft, root *node,
		_ engine.Answer) {
		r.names(root, "InitiateMultipartUploadResult")
	}},
	{verb: "upload-part", needs: "upload part", read: readContent, method: "PUT", target: "/{all}", body: content},
	{verb: "upload-part-copy", needs: "source upload part", method: "PUT", target: "/{all}",
		says: "etag=:CopyPartResult/ETag last-modified=:CopyPartResult/LastModified " +
			"checksum.*=:CopyPartResult/Checksum*"},
	{verb: "complete-multipart-upload", needs: "upload", read: readParts, method: "POST", target: "/{all}",
		body: partList,
		says: "etag=:CompleteMultipartUploadResult/ETag checksum.*=:CompleteMultipartUploadResult/Checksum* " +
			"checksum-type=:CompleteMultipartUploadResult/ChecksumType",
		above: func(r *draft, root *node, _ engine.Answer) {
			root.set("CompleteMultipartUploadResult/Location", r.address())
			r.names(root, "CompleteMultipartUploadResult")
		}},
	{verb: "abort-multipart-upload", needs: "upload", method: "DELETE", target: "/{all}"},
	{verb: "list-parts", needs: "upload", method: "GET", target: "/{all}", places: "max=?max-parts",
		says: "count=-a_client_counts_the_parts next-part=:ListPartsResult/NextPartNumberMarker " +
			"checksum-type=:ListPartsResult/ChecksumType checksum-algorithm=:ListPartsResult/ChecksumAlgorithm " +
			"storage-class=:ListPartsResult/StorageClass",
		items: "ListPartsResult/Part", above: partListing,
		entry: "part=:PartNumber etag=:ETag size=:Size last-modified=:LastModified checksum.*=:Checksum*"},
	{verb: "create-bucket", method: "PUT", target: "/{box}", places: "region=: tag.*=:", body: location,
		read: readLocation},
	{verb: "delete-bucket", method: "DELETE", target: "/{box}"},
	{verb: "list-objects-v2", method: "GET", target: "/{box}?list-type=2", items: "ListBucketResult/Contents",
		entry: listedObject, owned: ownerAsked,
		above: listing},
	{verb: "list-object-versions", method: "GET", target: "/{box}?versions",
		says: "count=-a_client_counts_the_versions next-key=:ListVersionsResult/NextKeyMarker " +
			"next-version=:ListVersionsResult/NextVersionIdMarker", answerBody: versionsBody},
	{verb: "list-multipart-uploads", method: "GET", target: "/{box}?uploads", places: "max=?max-uploads",
		says: "count=-a_client_counts_the_uploads next-key=:ListMultipartUploadsResult/NextKeyMarker " +
			"next-upload=:ListMultipartUploadsResult/NextUploadIdMarker",
		items: "ListMultipartUploadsResult/Upload", above: uploadListing, owned: begun,
		entry: "key=:Key prefix=:Prefix upload=:UploadId initiated=:Initiated storage-class=:StorageClass " +
			"checksum-algorithm=:ChecksumAlgorithm checksum-type=:ChecksumType"},
	{verb: "put-bucket-policy", read: readPolicy, method: "PUT", target: "/{box}?policy", fixed: jsonType,
		body: policy},
	{verb: "get-bucket-policy", method: "GET", target: "/{box}?policy", answerBody: policyBody},
	{verb: "delete-bucket-policy", method: "DELETE", target: "/{box}?policy"},
	{verb: "put-bucket-versioning", read: readVersioning, method: "PUT", target: "/{box}?versioning", body: versioning},
	{verb: "get-bucket-versioning", method: "GET", target: "/{box}?versioning"},
	{verb: "list-buckets", method: "GET", target: "/", places: "max=?max-buckets region=?bucket-region",
		says:  "count=-a_client_counts_the_entries marker=:ListAllMyBucketsResult/ContinuationToken",
		items: "ListAllMyBucketsResult/Buckets/Bucket",
		entry: "name=:Name created=:CreationDate region=:BucketRegion", above: owner},
	{verb: "head-bucket", method: "HEAD", target: "/{box}"},
	{verb: "get-bucket-location", method: "GET", target: "/{box}?location", says: "region=:LocationConstraint",
		answerBody: locationBody},
	{verb: "list-objects", method: "GET", target: "/{box}", places: "after=?marker",
		says: "count=-a_client_counts_the_entries " +
			"marker=:ListBucketResult/NextMarker", items: "ListBucketResult/Contents", entry: listedObject,
		owned: ownerOfObject, above: listing},
	{verb: "get-object-attributes", method: "GET", target: "/{all}?attributes",
		places: "max=@x-amz-max-parts part-marker=@x-amz-part-number-marker",
		says: "count=-a_client_counts_the_parts next-part=:GetObjectAttributesResponse/ObjectParts " +
			"website-redirect=-not_told etag=:GetObjectAttributesResponse/ETag " +
			"of-all=:GetObjectAttributesResponse/ObjectSize " +
			"storage-class=:GetObjectAttributesResponse/StorageClass " +
			"content-type=-not_told meta.*=-not_told checksum.*=:GetObjectAttributesResponse/Checksum " +
			"checksum-type=:GetObjectAttributesResponse/Checksum " +
			"parts=:GetObjectAttributesResponse/ObjectParts",
		body: asksAll, answerBody: attributesBody},
	{verb: "get-object-tagging", method: "GET", target: "/{all}?tagging", answerBody: taggingBody},
	{verb: "put-object-tagging", method: "PUT", target: "/{all}?tagging", places: "tag.*=:", body: tagging,
		read: readTagging},
	{verb: "delete-object-tagging", method: "DELETE", target: "/{all}?tagging"},
	{verb: "get-object-retention", method: "GET", target: "/{all}?retention",
		says: "lock-mode=:Retention/Mode lock-until=:Retention/RetainUntilDate"},
	{verb: "put-object-retention", method: "PUT", target: "/{all}?retention", places: "lock-mode=: lock-until=:",
		read: readRetention, body: retention},
	{verb: "get-object-legal-hold", method: "GET", target: "/{all}?legal-hold", says: "legal-hold=:LegalHold/Status"},
	{verb: "put-object-legal-hold", method: "PUT", target: "/{all}?legal-hold", places: "legal-hold=:",
		read: readLegalHold, body: legalHold},
	{verb: "put-role-policy", read: readRolePolicy, method: "POST", target: "/",
		fixed: "Content-Type: application/x-www-form-urlencoded",
		body:  rolePolicy},
}

// listedObject is where the fields of a listed object stand in its element.
const listedObject = "checksum-algorithm=:ChecksumAlgorithm checksum-type=:ChecksumType key=:Key prefix=:Prefix " +
	"last-modified=:LastModified etag=:ETag size=:Size storage-class=:StorageClass version=-own"

// owner is whose the buckets are.
func owner(r *draft, root *node, _ engine.Answer) {
	all := root.at("ListAllMyBucketsResult")
	whose := &node{}
	owned(nil, whose)
	if prefix := r.value("prefix"); prefix != "" {
		whose.add("Prefix", prefix)
	}
	all.kids = append(whose.kids, all.kids...)
}

// owned says whose an entry of a list is: the account's that everything belongs to.
func owned(_ *draft, entry *node) { entry.add("Owner", "").add("ID", "interleave") }

// ownerOfObject says it of a listed object.
func ownerOfObject(r *draft, entry *node) {
	summed(entry)
	owned(r, entry)
}

// summed says of a listed object that came without a checksum which the service has made.
func summed(entry *node) {
	if entry.named("ETag") != nil && entry.named("ChecksumAlgorithm") == nil {
		entry.add("ChecksumAlgorithm", "CRC64NVME")
		entry.add("ChecksumType", "FULL_OBJECT")
	}
}

// ownerAsked says it where the request asks for it.
//
// Source: Amazon S3 API, "ListObjectsV2", fetch-owner.
func ownerAsked(r *draft, entry *node) {
	summed(entry)
	if r.asks("fetch-owner=true") {
		owned(r, entry)
	}
}

// begun says of an upload who began it and whose it will be.
func begun(r *draft, entry *node) {
	if entry.named("UploadId") != nil && entry.named("StorageClass") == nil {
		entry.add("StorageClass", "STANDARD")
	}
	beganBy(r, entry)
}

func beganBy(r *draft, entry *node) {
	entry.add("Initiator", "").add("ID", "interleave")
	owned(r, entry)
}

// address is where an object can be read: at the endpoint that a client speaks to.
func (r *draft) address() string {
	host := ""
	if r.x.Asked != nil {
		host = r.x.Asked.Host
	}
	return ObjectAt(host, r.target())
}

// ObjectAt is the address of an object, a bucket and a key, at the host that a client speaks to, which may name the
// bucket; without a host it is Amazon's.
func ObjectAt(host, path string) string {
	if host == "" {
		host = "s3.us-east-1.amazonaws.com"
	}
	if bucket, key, _ := strings.Cut(path, "/"); strings.HasPrefix(host, bucket+".") {
		path = key
	}
	scheme := "http://"
	if strings.HasSuffix(host, ".amazonaws.com") {
		scheme = "https://"
	}
	return scheme + host + "/" + Escape(path, "/")
}

// locationBody says a region; us-east-1 has no name there.
func locationBody(r *draft, a engine.Answer) string {
	root := &node{}
	root.add("LocationConstraint", a.Field("region").String())
	return r.document(root)
}

// location is the body of a request for a bucket that is to lie elsewhere than in us-east-1.
func location(r *draft) string {
	region, tags := r.value("region"), r.pairs("tag.")
	if region == "" && len(tags) == 0 {
		return ""
	}
	root := &node{}
	all := root.at("CreateBucketConfiguration")
	if region != "" {
		all.add("LocationConstraint", region)
	}
	if len(tags) > 0 {
		all.add("Tags", "").addTags(tags)
	}
	return r.document(root)
}

// tagging are tags as they are set and told.
func tagging(r *draft) string { return r.tagged(r.pairs("tag.")) }

func taggingBody(r *draft, a engine.Answer) string { return r.tagged(fieldsUnder(a, "tag.")) }

func (r *draft) tagged(pairs []Header) string {
	root := &node{}
	root.at("Tagging/TagSet").addTags(pairs)
	return r.document(root)
}

// token is a key as a continuation token: as it is, or behind a tilde in base64 where XML cannot carry it whole.
//
// Source: Amazon S3 API, "ListObjectsV2": the token is obfuscated and is not a real key.
func token(key string) string {
	if escapeXML(key) == escapeXML(strings.TrimSpace(key)) && !strings.HasPrefix(key, "~") &&
		!strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r >= 0xFFFD && r <= 0xFFFF }) {
		return key
	}
	return "~" + base64.RawURLEncoding.EncodeToString([]byte(key))
}

// untoken is the key of a token; what is no token of ours is a key.
func untoken(text string) string {
	if rest, ok := strings.CutPrefix(text, "~"); ok {
		if key, err := base64.RawURLEncoding.DecodeString(rest); err == nil {
			return string(key)
		}
	}
	return text
}

// described are the parameters of a copy that describe the target instead of the source, as the directive says.
const described = " content-type cache-control content-disposition content-encoding content-language expires "

func (r *draft) describes() bool {
	return slices.ContainsFunc(r.args, func(a engine.Arg) bool { return isDescribed(a.Name) })
}

func isDescribed(param string) bool {
	return strings.HasPrefix(param, "meta.") || strings.Contains(described, " "+param+" ")
}

// copied is the body of a copy, which has none: what it has is the word that its metadata replaces the source's.
func copied(r *draft) string {
	if r.describes() && r.value("metadata-directive") == "" {
		r.header("x-amz-metadata-directive", "REPLACE", "")
	}
	if len(r.pairs("tag.")) > 0 && r.value("tagging-directive") == "" {
		r.header("x-amz-tagging-directive", "REPLACE", "")
	}
	return ""
}

// retention is a retention as it is set; an empty document takes it away.
func retention(r *draft) string {
	root := &node{}
	all := root.at("Retention")
	for _, pair := range [...][2]string{{"Mode", r.value("lock-mode")}, {"RetainUntilDate", r.value("lock-until")}} {
		if pair[1] != "" {
			all.add(pair[0], pair[1])
		}
	}
	return r.document(root)
}

func legalHold(r *draft) string {
	root := &node{}
	root.set("LegalHold/Status", r.value("legal-hold"))
	return r.document(root)
}

func policy(r *draft) string { return r.value("policy") }

func policyBody(r *draft, a engine.Answer) string {
	r.header("Content-Type", "application/json", "")
	return a.Field("policy").String()
}

func versioning(r *draft) string {
	root := &node{}
	root.set("VersioningConfiguration/Status", r.value("status"))
	return r.document(root)
}

// rolePolicy is a form of the IAM API.
func rolePolicy(r *draft) string {
	return "Action=PutRolePolicy&Version=2010-05-08&RoleName=" + Escape(r.value("role"), "") +
		"&PolicyName=interleave&PolicyDocument=" +
		Escape(r.value("policy"), "")
}

// checkedKeys are the keys to be deleted, with the checksum without which S3 takes no such list.
//
// Source: Amazon S3 API reference, "DeleteObjects" (Content-MD5 or a checksum).
func checkedKeys(r *draft) string {
	body := keyList(r)
	sum := md5.Sum([]byte(body))
	r.header("Content-MD5", base64.StdEncoding.EncodeToString(sum[:]), "")
	return body
}

// keyList are the keys of a DeleteObjects, each with its version and its condition.
func keyList(r *draft) string {
	root := &node{}
	all := root.at("Delete")
	if quiet := r.value("quiet"); quiet != "" {
		all.add("Quiet", quiet)
	}
	for _, key := range engine.NamedOf(r.arg("keys")) {
		object := all.add("Object", "")
		object.add("Key", key.Name)
		for _, with := range key.With {
			switch with.Name {
			case "if-match":
				object.add("ETag", tags(with.Value, false))
			case "version-id":
				object.add("VersionId", with.Value.String())
			}
		}
	}
	return r.document(root)
}

// deletedBody says of each key whether it was deleted.
func deletedBody(r *draft, a engine.Answer) string {
	root := &node{}
	all := root.at("DeleteResult")
	listed := entries(a)
	keys := engine.NamedOf(r.arg("keys"))
	for i, status := range statuses(a) {
		if status.status < 400 && r.value("quiet") == "true" {
			continue
		}
		var fields engine.Answer
		if i < len(listed) {
			fields.Fields = listed[i]
		}
		key := fields.Field("key").String()
		if key == "" && i < len(keys) {
			key = keys[i].Name
		}
		kind := "Deleted"
		if status.status >= 400 {
			kind = "Error"
		}
		one := all.add(kind, "")
		one.add("Key", key)
		for _, f := range fields.Fields {
			if f.Name != "key" {
				name := camel(f.Name)
				if name == "VersionId" && !fields.Field("delete-marker").IsZero() {
					name = "DeleteMarkerVersionId"
					if r.namesVersion(i) {
						one.add("VersionId", f.Value.String())
					}
				}
				one.add(name, f.Value.String())
			}
		}
	}
	return r.document(root)
}

// namesVersion says whether an entry of a list of keys to delete names a version.
func (r *draft) namesVersion(at int) bool {
	list, _ := r.arg("keys").List()
	if at >= len(list) {
		return false
	}
	words, _ := list[at].List()
	return slices.ContainsFunc(words, func(word engine.Value) bool {
		pair, _ := word.List()
		return len(pair) == 3 && pair[0].String() == "version-id"
	})
}

// target is the object or the bucket that a request names.
func (r *draft) target() string { return r.spec.Target(r.args) }

// names says which object of which bucket an answer is about.
func (r *draft) names(root *node, under string) {
	bucket, key, _ := strings.Cut(r.target(), "/")
	root.set(under+"/Bucket", bucket)
	root.set(under+"/Key", key)
}

// camel is the name of a field as the elements of S3 have it.
func camel(name string) string {
	switch name {
	case "etag":
		return "ETag"
	case "additional-message":
		return "additionalMessage"
	}
	var b strings.Builder
	for word := range strings.SplitSeq(name, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// toldInErrors are the fields that stand in the body of an error although answers have them elsewhere.
var toldInErrors = []string{"etag", "version-id", "size", "storage-class"}

// bucketError is a refusal: code, message, what the code says beside them, the ids. HEAD has no body, nor has a refusal
// whose code is its status, as that of a key that leads out of its bucket.
//
// Source: bucket/rules.md, "Error bodies" and "Words that are looked at first".
func bucketError(r *draft, a engine.Answer) {
	if r.form.method == "HEAD" || a.Code() == strconv.Itoa(a.Status) {
		return
	}
	root := &node{}
	e := root.add("Error", "")
	e.add("Code", a.Code())
	e.add("Message", sentence(r, a))
	for _, f := range a.Fields {
		if place := r.service.said(r.form, f.Name); f.Name != "message" &&
			(slices.Contains(toldInErrors, f.Name) || place == "") {
			value := r.shown(f)
			if f.Name == "etag" && (a.Code() == "InvalidPart" || a.Code() == "EntityTooSmall") {
				value = f.Value.String() // without quotes, however it was sent
			}
			e.add(camel(f.Name), value)
		}
	}
	e.add("RequestId", requestID(r.x.Request))
	e.add("HostId", "[host]")
	r.body = root.document()
}
