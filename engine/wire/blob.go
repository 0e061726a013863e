package wire

import (
	"slices"
	"strings"

	"interleave/engine"
)

// azure is what all requests to Azure Storage carry.
//
// Source: Azure REST, "Versioning for Azure Storage", "Authorize with Shared Key". Assumed: which version, and the
// account's name.
var azure = []Header{
	{"x-ms-date", "{date}"}, {"x-ms-version", "2021-12-02"}, {"x-ms-client-request-id", "{request}"},
	{"Authorization", "SharedKey devstore:[signature]"},
}

// blobs are Azure's containers and blobs.
//
// Source: Azure REST, "Operations on containers", "Operations on blobs", "Specifying conditional headers";
// blob/rules.md, "What each operation accepts" and "Shape of an error". Assumed: `si` for the access policy that a
// shared access signature names; a client that does not say how long a body is sends it in chunks.
var blobs = reckoned(&service{
	name: "blob", always: azure, refuse: azureError, forms: blobForms,
	others: map[string][]string{"range": {"Range"}},
	host:   accountHost("blob"),
	defaultPlaces: conditional + azureLeases + azurePolicies + paging + `
		path=/ body=: blocks=: key-start=: key-expiry=: meta.*=@x-ms-meta-* tag.*=&x-ms-tags if-tags=@x-ms-if-tags
		source=@x-ms-copy-source source-range=@x-ms-source-range source-snapshot=~snapshot
		source-if-match=@x-ms-source-if-match source-if-none-match=@x-ms-source-if-none-match
		source-if-modified-since=@x-ms-source-if-modified-since
		source-if-unmodified-since=@x-ms-source-if-unmodified-since source-if-tags=@x-ms-source-if-tags
		content-type=@x-ms-blob-content-type content-encoding=@x-ms-blob-content-encoding
		content-language=@x-ms-blob-content-language content-disposition=@x-ms-blob-content-disposition
		cache-control=@x-ms-blob-cache-control content-md5=@x-ms-blob-content-md5 md5=@Content-MD5
		crc64=@x-ms-content-crc64 content-length=@Transfer-Encoding tier=@x-ms-access-tier
		source-md5=@x-ms-source-content-md5 tag-option=@x-ms-copy-source-tag-option type=@x-ms-blob-type
		size=@x-ms-blob-content-length sequence=@x-ms-blob-sequence-number
		sequence-action=@x-ms-sequence-number-action range=@x-ms-range snapshots=@x-ms-delete-snapshots
		appendpos=@x-ms-blob-condition-appendpos maxsize=@x-ms-blob-condition-maxsize page-write=@x-ms-page-write
		if-sequence-le=@x-ms-if-sequence-number-le if-sequence-lt=@x-ms-if-sequence-number-lt
		if-sequence-eq=@x-ms-if-sequence-number-eq snapshot=?snapshot block=?blockid list=?blocklisttype
		copy=?copyid delimiter=?delimiter max=?maxresults where=?where previous=?prevsnapshot
		public=@x-ms-blob-public-access
	`,
	says: contentHeaders + leaseStates + saidPolicies + geoStats + copyStates + stamps + counted + `
		body=: meta.*=@x-ms-meta-* tag.*=:Tags content-md5=@Content-MD5 md5=@Content-MD5 crc64=@x-ms-content-crc64
		type=@x-ms-blob-type tier=@x-ms-access-tier size=-the_length_of_the_body sequence=@x-ms-blob-sequence-number
		block-count=@x-ms-blob-committed-block-count sealed=@x-ms-blob-sealed offset=@x-ms-blob-append-offset
		snapshot=@x-ms-snapshot copy-why=@x-ms-copy-status-description tag-count=@x-ms-tag-count
		marker=:EnumerationResults/NextMarker committed=:BlockList
		committed-sizes=:BlockList uncommitted=:BlockList uncommitted-sizes=:BlockList ranges=:PageList
		cleared=:PageList public=@x-ms-blob-public-access created=@x-ms-creation-time sku=@x-ms-sku-name
		account-kind=@x-ms-account-kind hierarchical=@x-ms-is-hns-enabled permanent=@x-ms-delete-type-permanent
		tier-inferred=@x-ms-access-tier-inferred key-start=:UserDelegationKey key-expiry=:UserDelegationKey
	`,
})

// putOthers are headers of HTTP that say the same of a new blob as headers of the service, which count first.
//
// Source: Azure REST, "Put Blob", "Request headers".
var putOthers = map[string][]string{
	"content-type": {"Content-Type"}, "content-encoding": {"Content-Encoding"},
	"content-language": {"Content-Language"}, "cache-control": {"Cache-Control"},
	"content-disposition": {"Content-Disposition"},
}

const leasing = "x-ms-lease-action: "

var blobForms = []form{
	{verb: "create-container", method: "PUT", target: "/{box}?restype=container"},
	{verb: "get-container-properties", also: "HEAD", method: "GET", target: "/{box}?restype=container"},
	{verb: "get-container-metadata", also: "HEAD", method: "GET", target: "/{box}?restype=container&comp=metadata"},
	{verb: "set-container-metadata", method: "PUT", target: "/{box}?restype=container&comp=metadata"},
	{verb: "get-container-acl", also: "HEAD", method: "GET", target: "/{box}?restype=container&comp=acl",
		answerBody: identifiersBody},
	{verb: "set-container-acl", read: readIdentifiers, method: "PUT", target: "/{box}?restype=container&comp=acl",
		body: identifiers},
	{verb: "delete-container", method: "DELETE", target: "/{box}?restype=container"},
	{verb: "list-containers", method: "GET", target: "/?comp=list", above: enumeration,
		items: "EnumerationResults/Containers/Container",
		entry: listedBlob},
	{verb: "list-blobs", bareTags: true, above: enumeration, method: "GET",
		target: "/{box}?restype=container&comp=list",
		items:  "EnumerationResults/Blobs/Blob", entry: listedBlob},
	{verb: "find-blobs-by-tags", method: "GET", target: "/?comp=blobs", above: enumeration,
		items: "EnumerationResults/Blobs/Blob", entry: "name=:Name container=:ContainerName"},
	{verb: "find-blobs-in-container", method: "GET", target: "/{box}?restype=container&comp=blobs", above: enumeration,
		items: "EnumerationResults/Blobs/Blob", entry: "name=:Name container=:ContainerName"},
	{verb: "put-blob", required: "type", others: putOthers,
		implied: "type=BlockBlob content-type=application/octet-stream",
		read:    readContent, method: "PUT", target: "/{all}", body: blobBody},
	{verb: "get-blob", method: "GET", target: "/{all}"},
	{verb: "get-blob-properties", method: "HEAD", target: "/{all}", says: "size=@Content-Length"},
	{verb: "get-blob-metadata", also: "HEAD", method: "GET", target: "/{all}?comp=metadata"},
	{verb: "set-blob-metadata", method: "PUT", target: "/{all}?comp=metadata"},
	{verb: "set-blob-properties", method: "PUT", target: "/{all}?comp=properties"},
	{verb: "get-blob-tags", method: "GET", target: "/{all}?comp=tags", answerBody: tagsBody},
	{verb: "set-blob-tags", read: readTags, method: "PUT", target: "/{all}?comp=tags", places: "tag.*=:", body: tagSet},
	{verb: "set-blob-tier", required: "tier", method: "PUT", target: "/{all}?comp=tier"},
	{verb: "undelete-blob", method: "PUT", target: "/{all}?comp=undelete"},
	{verb: "get-account-information", also: "HEAD", method: "GET", target: "/?restype=account&comp=properties"},
	{verb: "get-blob-service-stats", also: "HEAD", method: "GET", target: "/?restype=service&comp=stats",
		answerBody: statsBody},
	{verb: "get-user-delegation-key", read: readKeyInfo, method: "POST",
		target: "/?restype=service&comp=userdelegationkey", body: keyInfo, answerBody: delegationKey},
	{verb: "get-blob-service-properties", method: "GET", target: "/?restype=service&comp=properties",
		answerBody: propertiesBody},
	{verb: "set-blob-service-properties", read: readProperties, method: "PUT",
		target: "/?restype=service&comp=properties", body: properties},
	{verb: "snapshot-blob", method: "PUT", target: "/{all}?comp=snapshot"},
	{verb: "delete-blob", method: "DELETE", target: "/{all}"},
	{verb: "acquire-container-lease", method: "PUT", target: "/{box}?restype=container&comp=lease",
		fixed: leasing + "acquire"},
	{verb: "renew-container-lease", method: "PUT", target: "/{box}?restype=container&comp=lease",
		fixed: leasing + "renew"},
	{verb: "change-container-lease", method: "PUT", target: "/{box}?restype=container&comp=lease",
		fixed: leasing + "change"},
	{verb: "release-container-lease", method: "PUT", target: "/{box}?restype=container&comp=lease",
		fixed: leasing + "release"},
	{verb: "break-container-lease", method: "PUT", target: "/{box}?restype=container&comp=lease",
		fixed: leasing + "break"},
	{verb: "acquire-blob-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "acquire"},
	{verb: "renew-blob-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "renew"},
	{verb: "change-blob-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "change"},
	{verb: "release-blob-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "release"},
	{verb: "break-blob-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "break"},
	{verb: "put-block", required: "block", read: readContent, method: "PUT", target: "/{all}?comp=block",
		body: content},
	{verb: "put-block-from-url", needs: "source", required: "block", method: "PUT", target: "/{all}?comp=block"},
	{verb: "put-block-list", read: readBlocks, method: "PUT", target: "/{all}?comp=blocklist", body: blockList},
	{verb: "get-block-list", method: "GET", target: "/{all}?comp=blocklist",
		says: "size=@x-ms-blob-content-length", answerBody: blocksBody},
	{verb: "append-block", read: readContent, method: "PUT", target: "/{all}?comp=appendblock", body: content},
	{verb: "append-block-from-url", needs: "source", method: "PUT", target: "/{all}?comp=appendblock"},
	{verb: "append-blob-seal", method: "PUT", target: "/{all}?comp=seal"},
	{verb: "put-page", required: "page-write", implied: "page-write=update", read: readContent, method: "PUT",
		target: "/{all}?comp=page", body: written},
	{verb: "put-page-from-url", needs: "source", method: "PUT", target: "/{all}?comp=page",
		fixed: "x-ms-page-write: update"},
	{verb: "get-page-ranges", method: "GET", target: "/{all}?comp=pagelist", says: "size=@x-ms-blob-content-length",
		answerBody: rangesBody},
	{verb: "copy-blob", needs: "source", method: "PUT", target: "/{all}"},
	{verb: "copy-blob-from-url", needs: "source", method: "PUT", target: "/{all}", fixed: "x-ms-requires-sync: true"},
	{verb: "copy-blob-from-url", needs: "source type", method: "PUT", target: "/{all}", answers: 201},
	{verb: "abort-copy-blob", required: "copy", method: "PUT", target: "/{all}?comp=copy",
		fixed: "x-ms-copy-action: abort"},
}

// listedBlob is where the fields of a listed blob or container stand in its element. ETags are unquoted there
// (blob/rules.md, "State").
const listedBlob = "type=:Properties/BlobType size=:Properties/Content-Length content-type=:Properties/Content-Type " +
	"content-encoding=:Properties/Content-Encoding content-language=:Properties/Content-Language " +
	"content-md5=:Properties/Content-MD5 content-disposition=:Properties/Content-Disposition " +
	"cache-control=:Properties/Cache-Control tier=:Properties/AccessTier " +
	"tier-inferred=:Properties/AccessTierInferred tag-count=:Properties/TagCount " +
	"sequence=:Properties/x-ms-blob-sequence-number sealed=:Properties/Sealed block-count=-not_listed name=:Name " +
	"prefix=:Name snapshot=:Snapshot uncommitted=-its_length_is_0 etag=:Properties/Etag " +
	"created=:Properties/Creation-Time last-modified=:Properties/Last-Modified public=:Properties/PublicAccess " +
	"lease-status=:Properties/LeaseStatus lease-state=:Properties/LeaseState " +
	"lease-duration=:Properties/LeaseDuration copy-id=:Properties/CopyId copy-status=:Properties/CopyStatus " +
	"copy-source=:Properties/CopySource copy-why=:Properties/CopyStatusDescription " +
	"copy-completed=:Properties/CopyCompletionTime meta.*=:Metadata/* tag.*=:Tags version=-own " +
	"deleted=:Deleted deleted-time=:Properties/DeletedTime remaining-days=:Properties/RemainingRetentionDays"

// enumeration is what a list says of itself before its entries.
//
// Source: Azure REST, "List Blobs", "List Containers", "List Queues", Response body.
func enumeration(r *draft, root *node, _ engine.Answer) {
	all := root.at("EnumerationResults")
	var own []*node
	add := func(name, value string) { own = append(own, &node{name: name, text: value}) }
	if r.x.Asked != nil {
		all.attributes = `ServiceEndpoint="` + escapeXML(r.x.Asked.Endpoint()) + `"`
		if box := r.spec.Params()[0]; box.Name == "path" && r.spec.Verb == "list-blobs" {
			all.attributes += ` ContainerName="` + strings.ReplaceAll(escapeXML(r.spec.Target(r.args)), `"`, "&quot;") + `"`
		}
	}
	for _, e := range [][2]string{{"Prefix", "prefix"}, {"Marker", "marker"}, {"MaxResults", "max"},
		{"MaxResults", "maxresults"}, {"Delimiter", "delimiter"}, {"Where", "where"}} {
		if value := r.value(e[1]); value != "" {
			add(e[0], value)
		}
	}
	all.kids = append(own, all.kids...)
}

// content is the body as it was given.
func content(r *draft) string { return r.value("body") }

// blobBody is the body of Put Blob. Its type is always named; what has another type than a block blob begins empty.
func blobBody(r *draft) string {
	if r.value("type") == "" {
		r.headers = append([]Header{{"x-ms-blob-type", "BlockBlob"}}, r.headers...)
	}
	return content(r)
}

// written is the body of a write that may clear instead.
func written(r *draft) string {
	name := "x-ms-page-write"
	if r.spec.Verb == "put-range" {
		name = "x-ms-write"
	}
	for _, h := range r.headers {
		if h.Name == name {
			return content(r)
		}
	}
	r.header(name, "update", "")
	return content(r)
}

// addTags writes tags, each with its name and its value.
func (n *node) addTags(pairs []Header) {
	for _, p := range pairs {
		tag := n.add("Tag", "")
		tag.add("Key", p.Name)
		tag.add("Value", p.Value)
	}
}

func tagSet(r *draft) string { return tagXML(r.pairs("tag.")) }

func tagXML(pairs []Header) string {
	root := &node{}
	root.at("Tags/TagSet").addTags(pairs)
	return root.document()
}

func tagsBody(_ *draft, a engine.Answer) string { return tagXML(fieldsUnder(a, "tag.")) }

// fieldsUnder are the fields whose name begins so, without that beginning.
func fieldsUnder(a engine.Answer, prefix string) (list []Header) {
	for _, f := range a.Fields {
		if rest, ok := strings.CutPrefix(f.Name, prefix); ok {
			list = append(list, Header{rest, f.Value.String()})
		}
	}
	return list
}

// identifiers are stored access policies.
func identifiers(r *draft) string {
	return identifierXML(r.pairs("policy."), r.pairs("policy-start."), r.pairs("policy-expiry."))
}

// identifierXML are policies by their names: permissions, and the dates of those that have some.
func identifierXML(pairs, starts, expiries []Header) string {
	root := &node{}
	all := root.at("SignedIdentifiers")
	for _, part := range []struct {
		name string
		list []Header
	}{{"Start", starts}, {"Expiry", expiries}, {"Permission", pairs}} {
		for _, p := range part.list {
			at := slices.IndexFunc(all.kids, func(one *node) bool { return one.textOf("Id") == p.Name })
			if at < 0 {
				at = len(all.kids)
				all.add("SignedIdentifier", "").add("Id", p.Name)
				all.kids[at].add("AccessPolicy", "")
			}
			all.kids[at].named("AccessPolicy").add(part.name, p.Value)
		}
	}
	return root.document()
}

func identifiersBody(_ *draft, a engine.Answer) string {
	return identifierXML(fieldsUnder(a, "policy."), fieldsUnder(a, "policy-start."), fieldsUnder(a, "policy-expiry."))
}

// blockList is the list of blocks, each behind where it is searched.
func blockList(r *draft) string {
	root := &node{}
	list, where := root.at("BlockList"), "Latest"
	for _, word := range listed(r.arg("blocks")) {
		switch word {
		case "committed", "uncommitted", "latest":
			where = strings.ToUpper(word[:1]) + word[1:]
		case "":
		default:
			list.add(where, word)
		}
	}
	return root.document()
}

func blocksBody(_ *draft, a engine.Answer) string {
	root := &node{}
	list := root.at("BlockList")
	for _, kind := range []string{"committed", "uncommitted"} {
		ids := a.Field(kind)
		if ids.IsZero() {
			continue
		}
		sizes := listed(a.Field(kind + "-sizes"))
		blocks := list.add(strings.ToUpper(kind[:1])+kind[1:]+"Blocks", "")
		for i, id := range listed(ids) {
			if block := blocks.add("Block", ""); i < len(sizes) {
				block.add("Name", id)
				block.add("Size", sizes[i])
			}
		}
	}
	return root.document()
}

// rangesBody are pages of a blob or ranges of a file.
func rangesBody(r *draft, a engine.Answer) string {
	outer, inner := "PageList", "PageRange"
	if r.service.name == "share" {
		outer, inner = "Ranges", "Range"
	}
	root := &node{}
	list := root.at(outer)
	for _, words := range listed(a.Field("ranges")) {
		if from, to, ok := strings.Cut(words, "-"); ok {
			one := list.add(inner, "")
			one.add("Start", from)
			one.add("End", to)
		}
	}
	if cleared := a.Field("cleared"); !cleared.IsZero() {
		for _, words := range listed(cleared) {
			if from, to, ok := strings.Cut(words, "-"); ok {
				one := list.add("ClearRange", "")
				one.add("Start", from)
				one.add("End", to)
			}
		}
	}
	return root.document()
}

// azureError is a refusal: the code in a header, and in the body beside the message.
//
// Source: Azure REST, "Status and error codes"; blob/rules.md, "Shape of an error". HEAD has no body.
func azureError(r *draft, a engine.Answer) {
	r.header("x-ms-error-code", a.Code(), "")
	if r.form.method == "HEAD" {
		return
	}
	root := &node{}
	e := root.add("Error", "")
	e.add("Code", a.Code())
	said, detail, detailed := strings.Cut(sentence(r, a), "\n")
	e.add("Message", said+"\nRequestId:"+requestID(r.x.Request)+"\nTime:"+r.x.At.Stamp(0))
	if detailed {
		e.add("AuthenticationErrorDetail", detail)
	}
	if a.Why != nil {
		for _, more := range particulars(r.service.name, a.Why) {
			if _, reckoned := a.Why.Want.Instant(); reckoned && more.Name == "QueryParameterValue" {
				more.Value = r.value(a.Why.Rule.Name) // the seconds, not the moment that they come to
			}
			e.add(more.Name, more.Value)
		}
	}
	r.body = root.document()
}

// particulars are what the body of a refusal says beside its code and its message.
//
// Source: an answer of the live service of 2019-09-11 for a CRC64; queue/rules.md, "Parameters" and "Error codes", for
// the rest. Assumed: the same for an MD5.
func particulars(service string, why *engine.Cause) []Header {
	want, have := why.Want.String(), why.Have.String()
	switch code := why.Rule.Fault.Code; {
	case code == "Md5Mismatch":
		return []Header{{"UserSpecifiedMd5", want}, {"ServerCalculatedMd5", have}}
	case code == "Crc64Mismatch":
		return []Header{{"UserSpecifiedCrc", want}, {"ServerCalculatedCrc", have}}
	case service != "queue":
		return nil
	case code == "RequestBodyTooLarge":
		return []Header{{"MaxLimit", have}}
	case code == "InvalidQueryParameterValue":
		return []Header{{"QueryParameterName", why.Rule.Name}, {"QueryParameterValue", want},
			{"Reason", why.Rule.Fault.Message}}
	case code == "OutOfRangeQueryParameterValue":
		limits := listed(why.Have)
		return []Header{{"QueryParameterName", why.Rule.Name}, {"QueryParameterValue", want},
			{"MinimumAllowed", limits[0]},
			{"MaximumAllowed", limits[len(limits)-1]}}
	}
	return nil
}
