package endpoint

import (
	"encoding/xml"
	"strings"

	"interleave/engine/room"
	"interleave/engine/wire"
)

// What clients ask of an account as a whole and nobody can change is no operation of the catalog: nobody races for it.
// It is answered here, and no record is made of it.
//
// Source: Azure REST, "Get Account Information", "Get Blob Service Stats" and their kin
// of the other services.

const xmlHead = `<?xml version="1.0" encoding="utf-8"?>` + "\n"

// ofAccount answers what is asked of an account; ok is false where a request asks for something else.
func (c *connection) ofAccount(r *request) (a wire.Raw, ok bool) {
	query := "&" + r.Query + "&"
	comp := func(kind, word string) bool {
		return strings.Contains(query, "&restype="+kind+"&") && strings.Contains(query, "&comp="+word+"&")
	}
	reads := r.Method == "GET" || r.Method == "HEAD"
	answer := func(status int, body string, headers ...wire.Header) (wire.Raw, bool) {
		if body != "" {
			headers = append(headers, wire.Header{Name: "Content-Type", Value: "application/xml"})
		}
		return wire.Plain(c.service, &r.Message, status, headers, body, wire.Context{At: c.server.room.Moment()}), true
	}
	switch {
	case c.service == "bucket":
	case c.service == "blob" && r.Method == "POST" && comp("service", "userdelegationkey"):
		return c.delegationKey(r), true
	case reads && comp("account", "properties"):
		return answer(200, "", wire.Header{Name: "x-ms-sku-name", Value: "Standard_LRS"},
			wire.Header{Name: "x-ms-account-kind", Value: "StorageV2"},
			wire.Header{Name: "x-ms-is-hns-enabled", Value: "false"})
	case reads && comp("service", "stats"):
		return answer(200, xmlHead+"<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>"+
			c.server.room.Moment().Date()+"</LastSyncTime></GeoReplication></StorageServiceStats>")
	}
	return a, false
}

// delegationKey answers a request for a key that signs for a user of the directory. There is no directory here: whoever
// brings a token gets one, and what it signs is let through.
//
// Source: Azure REST, "Get User Delegation Key".
func (c *connection) delegationKey(r *request) wire.Raw {
	if !strings.HasPrefix(r.Header("Authorization"), "Bearer ") {
		return wire.Refusal(c.service, &r.Message, &wire.NotReadError{Status: 403, Code: "AuthenticationFailed",
			Message: "Server failed to authenticate the request. Only authentication scheme Bearer is supported."},
			c.context(r, room.Reply{}))
	}
	asked := struct{ Start, Expiry string }{}
	if err := xml.Unmarshal([]byte(r.Body), &asked); err != nil || asked.Expiry == "" {
		return wire.Refusal(c.service, &r.Message, &wire.NotReadError{Status: 400, Code: "InvalidXmlDocument",
			Message: "The specified XML is not syntactically valid."}, c.context(r, room.Reply{}))
	}
	type key struct {
		XMLName                                                        xml.Name `xml:"UserDelegationKey"`
		SignedOid, SignedTid, SignedStart, SignedExpiry, SignedService string
		SignedVersion, Value                                           string
	}
	const nobody = "00000000-0000-0000-0000-000000000000"
	text, _ := xml.Marshal(key{SignedOid: nobody, SignedTid: nobody, SignedStart: asked.Start,
		SignedExpiry: asked.Expiry, SignedService: "b", SignedVersion: r.Header("x-ms-version"),
		Value: signedWith("a key for users")}) // texts cannot fail
	return wire.Plain(c.service, &r.Message, 200, []wire.Header{{Name: "Content-Type", Value: "application/xml"}},
		xmlHead+string(text), c.context(r, room.Reply{}))
}
