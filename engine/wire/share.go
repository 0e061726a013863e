package wire

import (
	"encoding/json"

	"interleave/engine"
)

// files are Azure Files by REST; the same files by SMB stand in smb.go.
//
// Source: Azure REST, "Operations on files", "Operations on directories", "Operations on shares"; share/rules.md,
// "Byte-range locks", "Lease File" and "Lease Share". Assumed: x-ms-source-lease-id on a copy.
var files = reckoned(&service{
	name: "share", always: azure, refuse: azureError, forms: fileForms, others: map[string][]string{"range": {"Range"}},
	host: accountHost("file"),
	defaultPlaces: conditional + azureLeases + azurePolicies + paging + `
		path=/ share=/ body=: size=@x-ms-content-length content-type=@x-ms-content-type
		attributes=@x-ms-file-attributes meta.*=@x-ms-meta-* source-lease=@x-ms-source-lease-id timeout=?timeout
		snapshot=?sharesnapshot range=@x-ms-range write=@x-ms-write source=@x-ms-copy-source
		source-snapshot=~sharesnapshot source-range=@x-ms-source-range handle=@x-ms-handle-id max=?maxresults
		quota=@x-ms-share-quota replace=@x-ms-file-rename-replace-if-exists
		ignore-readonly=@x-ms-file-rename-ignore-readonly snapshots=@x-ms-delete-snapshots
		permission=@x-ms-file-permission permission-key=@x-ms-file-permission-key
	`,
	says: leaseStates + saidPolicies + copyStates + stamps + counted + `
		body=: size=-the_length_of_the_body content-type=@Content-Type attributes=@x-ms-file-attributes
		file-id=@x-ms-file-id meta.*=@x-ms-meta-* ranges=:Ranges closed=@x-ms-number-of-handles-closed
		snapshot=@x-ms-snapshot permission-key=@x-ms-file-permission-key permission=:
		kept=-an_SMB_client_keeps_the_handle,_which_REST_does_not_hear
		marker=:EnumerationResults/NextMarker quota=@x-ms-share-quota used=:ShareStats/ShareUsageBytes
	`,
})

var fileForms = []form{
	{verb: "create-file", method: "PUT", target: "/{all}", fixed: "x-ms-type: file"},
	{verb: "get-file", method: "GET", target: "/{all}"},
	{verb: "get-file-properties", method: "HEAD", target: "/{all}", says: "size=@Content-Length"},
	{verb: "get-file-metadata", also: "HEAD", method: "GET", target: "/{all}?comp=metadata"},
	{verb: "set-file-properties", method: "PUT", target: "/{all}?comp=properties"},
	{verb: "set-file-metadata", method: "PUT", target: "/{all}?comp=metadata"},
	{verb: "put-range", required: "write range", implied: "write=update", read: readContent,
		method: "PUT", target: "/{all}?comp=range", body: written},
	{verb: "put-range-from-url", needs: "source", required: "range source-range", method: "PUT",
		target: "/{all}?comp=range", fixed: "x-ms-write: update"},
	{verb: "list-ranges", method: "GET", target: "/{all}?comp=rangelist", says: "size=@x-ms-content-length",
		answerBody: rangesBody},
	{verb: "copy-file", needs: "source", method: "PUT", target: "/{all}"},
	{verb: "rename-file", required: "source", method: "PUT", target: "/{all}?comp=rename",
		places: "source=@x-ms-file-rename-source lease=@x-ms-destination-lease-id"},
	{verb: "delete-file", method: "DELETE", target: "/{all}"},
	{verb: "list-handles", method: "GET", target: "/{all}?comp=listhandles",
		items: "EnumerationResults/Entries/Handle",
		entry: "handle=:HandleId path=:Path opened=:OpenTime client=:ClientName " +
			"access=:AccessRightList+AccessRight share=-REST_does_not_tell_it oplock=-REST_does_not_tell_it"},
	{verb: "force-close-handles", required: "handle", method: "PUT", target: "/{all}?comp=forceclosehandles"},
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
		items: "EnumerationResults/Entries/File", entry: "name=:Name directory=:Name size=:Properties/Content-Length " +
			"last-modified=:Properties/Last-Modified etag=:Properties/Etag attributes=:Attributes " +
			"permission-key=:PermissionKey"},
	{verb: "get-directory-properties", also: "HEAD", method: "GET", target: "/{all}?restype=directory"},
	{verb: "set-directory-properties", method: "PUT", target: "/{all}?restype=directory&comp=properties"},
	{verb: "set-directory-metadata", method: "PUT", target: "/{all}?restype=directory&comp=metadata"},
	{verb: "rename-directory", required: "source", method: "PUT", target: "/{all}?restype=directory&comp=rename",
		places: "source=@x-ms-file-rename-source"},
	{verb: "get-share-properties", also: "HEAD", method: "GET", target: "/{box}?restype=share"},
	{verb: "set-share-metadata", method: "PUT", target: "/{box}?restype=share&comp=metadata"},
	{verb: "get-share-acl", also: "HEAD", method: "GET", target: "/{box}?restype=share&comp=acl",
		answerBody: identifiersBody},
	{verb: "set-share-acl", read: readIdentifiers, method: "PUT", target: "/{box}?restype=share&comp=acl",
		body: identifiers},
	{verb: "create-permission", places: "permission=:", read: readPermission, method: "PUT",
		target: "/{box}?restype=share&comp=filepermission", body: permissionAsked},
	{verb: "get-permission", required: "permission-key", method: "GET",
		target: "/{box}?restype=share&comp=filepermission", answerBody: permissionSaid},
	{verb: "get-share-stats", method: "GET", target: "/{box}?restype=share&comp=stats"},
	{verb: "list-shares", method: "GET", target: "/?comp=list", above: enumeration,
		items: "EnumerationResults/Shares/Share",
		entry: "name=:Name snapshot=:Snapshot etag=:Properties/Etag last-modified=:Properties/Last-Modified " +
			"quota=:Properties/Quota lease-state=:Properties/LeaseState lease-status=:Properties/LeaseStatus " +
			"lease-duration=:Properties/LeaseDuration meta.*=:Metadata/*"},
	{verb: "get-file-service-properties", method: "GET", target: "/?restype=service&comp=properties",
		answerBody: propertiesBody},
	{verb: "set-file-service-properties", read: readProperties, method: "PUT",
		target: "/?restype=service&comp=properties", body: properties},
	{verb: "create-share", method: "PUT", target: "/{box}?restype=share"},
	{verb: "set-share-properties", method: "PUT", target: "/{box}?restype=share&comp=properties"},
	{verb: "snapshot-share", method: "PUT", target: "/{box}?restype=share&comp=snapshot"},
	{verb: "delete-share", method: "DELETE", target: "/{box}?restype=share"},
}

// permissionAsked is a permission as it is sent.
func permissionAsked(r *draft) string { return r.permissionJSON(r.arg("permission").String()) }

// permissionSaid is a permission as it is answered.
func permissionSaid(r *draft, a engine.Answer) string {
	return r.permissionJSON(a.Field("permission").String())
}

func (r *draft) permissionJSON(text string) string {
	r.header("Content-Type", "application/json", "")
	data, _ := json.Marshal(map[string]string{"permission": text}) // a text can be written
	return string(data)
}

// readPermission reads {"permission": "SDDL"}.
func readPermission(r *reader) error {
	var body struct{ Permission string }
	if err := json.Unmarshal([]byte(r.m.Body), &body); err != nil {
		return &NotReadError{400, "InvalidJsonDocument", "The JSON of the permission cannot be read."}
	}
	if body.Permission != "" {
		r.put("permission", engine.Text(body.Permission))
	}
	return nil
}
