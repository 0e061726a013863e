package wire

import "interleave/engine"

// files are Azure Files by REST; the same files by SMB stand in smb.go.
//
// Source: Azure REST, "Operations on files", "Operations on directories", "Operations on shares"; share/rules.md,
// "Byte-range locks", "Lease File" and "Lease Share". Assumed: x-ms-source-lease-id on a copy.
var files = &service{
	name: "share", always: azure, refuse: azureError, forms: fileForms, others: map[string][]string{"range": {"Range"}},
	host: func(*engine.OpSpec, string) string { return "devstore.file.core.windows.net" },
	defaultPlaces: map[string]string{
		"path": "/", "share": "/", "body": ":", "size": "@x-ms-content-length", "content-type": "@x-ms-content-type",
		"attributes": "@x-ms-file-attributes", "meta.*": "@x-ms-meta-*", "lease": "@x-ms-lease-id",
		"source-lease": "@x-ms-source-lease-id",
		"timeout":      "?timeout", "if-match": "@If-Match", "if-none-match": "@If-None-Match",
		"if-modified-since":   "@If-Modified-Since",
		"if-unmodified-since": "@If-Unmodified-Since", "snapshot": "?sharesnapshot",
		"range": "@x-ms-range", "write": "@x-ms-write", "source": "@x-ms-copy-source",
		"source-snapshot": "~sharesnapshot",
		"handle":          "@x-ms-handle-id", "duration": "@x-ms-lease-duration", "period": "@x-ms-lease-break-period",
		"id": "@x-ms-proposed-lease-id", "prefix": "?prefix", "marker": "?marker", "max": "?maxresults",
		"quota":     "@x-ms-share-quota",
		"snapshots": "@x-ms-delete-snapshots",
	},
	says: map[string]string{
		"etag": "@ETag", "last-modified": "@Last-Modified", "version": ownCount, "body": ":",
		"size":         "-the length of the body",
		"content-type": "@Content-Type", "attributes": "@x-ms-file-attributes", "file-id": "@x-ms-file-id",
		"meta.*": "@x-ms-meta-*",
		"lease":  "@x-ms-lease-id", "lease-time": "@x-ms-lease-time", "lease-state": "@x-ms-lease-state",
		"lease-status": "@x-ms-lease-status",
		"copy-status":  "@x-ms-copy-status", "ranges": ":Ranges", "closed": "@x-ms-number-of-handles-closed",
		"snapshot": "@x-ms-snapshot",
		"kept":     "-an SMB client keeps the handle, which REST does not hear", "count": ownSum,
		"marker": ":EnumerationResults/NextMarker",
	},
}

var fileForms = []form{
	{verb: "create-file", method: "PUT", target: "/{all}", fixed: "x-ms-type: file"},
	{verb: "get-file", method: "GET", target: "/{all}"},
	{verb: "get-file-properties", method: "HEAD", target: "/{all}", says: "size=@Content-Length"},
	{verb: "get-file-metadata", also: "HEAD", method: "GET", target: "/{all}?comp=metadata"},
	{verb: "set-file-properties", method: "PUT", target: "/{all}?comp=properties"},
	{verb: "set-file-metadata", method: "PUT", target: "/{all}?comp=metadata"},
	{verb: "put-range", implied: "write=update", read: readContent, method: "PUT", target: "/{all}?comp=range",
		body: written},
	{verb: "list-ranges", method: "GET", target: "/{all}?comp=rangelist", says: "size=@x-ms-content-length",
		answerBody: rangesBody},
	{verb: "copy-file", needs: "source", method: "PUT", target: "/{all}"},
	{verb: "delete-file", method: "DELETE", target: "/{all}"},
	{verb: "list-handles", method: "GET", target: "/{all}?comp=listhandles",
		items: "EnumerationResults/HandleList/Handle",
		entry: "handle=:HandleId client=:ClientIp access=:AccessRightList/AccessRight share=-REST_does_not_tell_it " +
			"oplock=-REST_does_not_tell_it"},
	{verb: "force-close-handles", method: "PUT", target: "/{all}?comp=forceclosehandles"},
	{verb: "acquire-file-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "acquire"},
	{verb: "change-file-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "change"},
	{verb: "release-file-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "release"},
	{verb: "break-file-lease", method: "PUT", target: "/{all}?comp=lease", fixed: leasing + "break"},
	{verb: "acquire-share-lease", method: "PUT", target: "/{box}?restype=share&comp=lease", fixed: leasing + "acquire"},
	{verb: "renew-share-lease", method: "PUT", target: "/{box}?restype=share&comp=lease", fixed: leasing + "renew"},
	{verb: "change-share-lease", method: "PUT", target: "/{box}?restype=share&comp=lease", fixed: leasing + "change"},
	{verb: "release-share-lease", method: "PUT", target: "/{box}?restype=share&comp=lease", fixed: leasing + "release"},
	{verb: "break-share-lease", method: "PUT", target: "/{box}?restype=share&comp=lease", fixed: leasing + "break"},
	{verb: "create-directory", method: "PUT", target: "/{all}?restype=directory"},
	{verb: "delete-directory", method: "DELETE", target: "/{all}?restype=directory"},
	{verb: "list-directories-and-files", method: "GET", target: "/{all}?restype=directory&comp=list",
		items: "EnumerationResults/Entries/File", entry: "name=:Name directory=:Name size=:Properties/Content-Length"},
	{verb: "create-share", method: "PUT", target: "/{box}?restype=share"},
	{verb: "set-share-properties", method: "PUT", target: "/{box}?restype=share&comp=properties"},
	{verb: "snapshot-share", method: "PUT", target: "/{box}?restype=share&comp=snapshot"},
	{verb: "delete-share", method: "DELETE", target: "/{box}?restype=share"},
}
