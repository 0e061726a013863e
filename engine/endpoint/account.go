package endpoint

import (
	"strings"

	"interleave/engine/wire"
)

// What clients ask of an account as a whole is no operation of the catalog: nobody races for it. It is answered here,
// and no record is made of it. Properties of a service that are set are told again as they were set, and have no
// effect.
//
// Source: Azure REST, "Get Account Information", "Get Blob Service Properties", "Get Blob Service Stats" and their kin
// of the other services.

const xmlHead = `<?xml version="1.0" encoding="utf-8"?>` + "\n"

// usualProperties are the properties of a service that nobody has set.
const usualProperties = xmlHead + `<StorageServiceProperties><Logging><Version>1.0</Version><Delete>false</Delete>` +
	`<Read>false</Read><Write>false</Write><RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></Logging>` +
	`<HourMetrics><Version>1.0</Version><Enabled>false</Enabled><RetentionPolicy><Enabled>false</Enabled>` +
	`</RetentionPolicy></HourMetrics><MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled><RetentionPolicy>` +
	`<Enabled>false</Enabled></RetentionPolicy></MinuteMetrics><Cors /></StorageServiceProperties>`

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
	case reads && comp("account", "properties"):
		return answer(200, "", wire.Header{Name: "x-ms-sku-name", Value: "Standard_LRS"},
			wire.Header{Name: "x-ms-account-kind", Value: "StorageV2"},
			wire.Header{Name: "x-ms-is-hns-enabled", Value: "false"})
	case reads && comp("service", "stats"):
		return answer(200, xmlHead+"<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>"+
			c.server.room.Moment().Date()+"</LastSyncTime></GeoReplication></StorageServiceStats>")
	case c.service == "queue": // its properties are operations
	case reads && comp("service", "properties"):
		return answer(200, c.server.properties(c.service))
	case r.Method == "PUT" && comp("service", "properties"):
		c.server.setProperties(c.service, r.Body)
		return answer(202, "")
	}
	return a, false
}

func (s *Server) properties(service string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text := s.set[service]; text != "" {
		return text
	}
	return usualProperties
}

func (s *Server) setProperties(service, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set[service] = text
}
