package wire

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/cors"
)

// CrossingOf is what a message says of the page that has it sent, in the bucket or the account that is its target.
//
// A browser asks by OPTIONS. S3 reads the two headers by which one asks in any request [recorded, see bucket/rules.md,
// "Pages of other origins"].
func CrossingOf(serviceName string, m *Message, target string) engine.Crossing {
	c := engine.Crossing{Target: target, Origin: m.Header("Origin"), Method: m.Method, Asks: m.Method == "OPTIONS"}
	asks := c.Asks || serviceName == "bucket"
	if method := m.Header("Access-Control-Request-Method"); asks && method != "" {
		c.Method = method
	}
	if asks {
		for word := range strings.SplitSeq(m.Header("Access-Control-Request-Headers"), ",") {
			if word = strings.TrimSpace(word); word != "" {
				c.Headers = append(c.Headers, word)
			}
		}
	}
	return c
}

// Preflight is what a service answers a browser that asks before it sends the request of a page of another origin.
// code is that of a refusal; empty: the request is let in.
//
// Sources: Azure REST, "Preflight Blob Request"; Amazon S3 API, "OPTIONS object"; blob/rules.md and bucket/rules.md,
// "Pages of other origins".
func Preflight(serviceName string, m *Message, c engine.Crossing, x engine.Crossed, context Context) (a Raw,
	no *NotReadError) {
	if serviceName == "bucket" {
		if no, details := noBucketCrossing(m, c, x); no != nil {
			return refusalWith(serviceName, m, no, details, context), no
		}
		a = Plain(serviceName, m, 200, nil, "", context)
		a.Headers = append(a.Headers, bucketCrossed(c, x)...)
		return a, nil
	}
	switch {
	case c.Origin == "" || m.Header("Access-Control-Request-Method") == "":
		no = &NotReadError{400, "InvalidHeaderValue", "A required CORS header is not present."}
	case x.Rule == nil:
		no = &NotReadError{403, "CorsPreflightFailure", "CORS not enabled or no matching rule found for this request."}
	}
	if no != nil {
		return Refusal(serviceName, m, no, context), no
	}
	a = Plain(serviceName, m, 200, nil, "", context)
	a.Headers = append(a.Headers, Header{"Access-Control-Allow-Origin", c.Origin},
		Header{"Access-Control-Allow-Methods", c.Method})
	if asked := m.Header("Access-Control-Request-Headers"); asked != "" {
		a.Headers = append(a.Headers, Header{"Access-Control-Allow-Headers", asked})
	}
	a.Headers = append(a.Headers, Header{"Access-Control-Max-Age", x.Rule.MaxAge},
		Header{"Access-Control-Allow-Credentials", "true"})
	return a, nil
}

// noBucketCrossing is what a bucket refuses a browser that asks, and the words that its refusal has beside its message.
func noBucketCrossing(m *Message, c engine.Crossing, x engine.Crossed) (*NotReadError, []engine.Field) {
	forbidden := func(message, kind string) (*NotReadError, []engine.Field) {
		return &NotReadError{403, "AccessForbidden", "CORSResponse: " + message}, []engine.Field{
			{Name: "method", Value: engine.Text(c.Method)}, {Name: "resource-type", Value: engine.Text(kind)}}
	}
	_, key, _ := strings.Cut(strings.TrimPrefix(m.Path, "/"), "/")
	kind := "BUCKET"
	if key != "" {
		kind = "OBJECT"
	}
	switch {
	case c.Origin == "":
		return &NotReadError{400, "BadRequest", "Insufficient information. Origin request header needed."}, nil
	case x.Missing:
		return forbidden("Bucket not found", "BUCKET")
	case !x.Ruled:
		return forbidden("CORS is not enabled for this bucket.", "BUCKET")
	case !m.has("Access-Control-Request-Method"):
		return &NotReadError{400, "BadRequest", "Invalid Access-Control-Request-Method: null"}, nil
	case x.Rule == nil:
		return forbidden("This CORS request is not allowed. This is usually because the evalution of Origin, request "+
			"method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the "+
			"resource's CORS spec.", kind)
	}
	return nil, nil
}

// Crossed is an answer with what a browser must hear before it gives it to a page of another origin.
//
// Sources: as Preflight.
func Crossed(serviceName string, c engine.Crossing, x engine.Crossed, a Raw) Raw {
	switch {
	case serviceName == "bucket" && c.Origin != "" && x.Rule != nil:
		a.Headers = append(slices.Clip(a.Headers), bucketCrossed(c, x)...)
	case serviceName != "bucket" && x.Ruled:
		a.Headers = append(slices.Clip(a.Headers), azureCrossed(c, x, a.Headers)...)
	}
	return a
}

// bucketCrossed are the headers of S3, which are those of the rule, whatever was asked.
func bucketCrossed(c engine.Crossing, x engine.Crossed) (list []Header) {
	said := func(name, value string) {
		if value != "" {
			list = append(list, Header{"Access-Control-" + name, value})
		}
	}
	if x.Anyone {
		said("Allow-Origin", "*")
	} else {
		said("Allow-Origin", c.Origin)
		said("Allow-Credentials", "true")
	}
	said("Allow-Methods", strings.Join(x.Rule.Methods, ", "))
	said("Allow-Headers", strings.ToLower(strings.Join(c.Headers, ", ")))
	said("Expose-Headers", strings.Join(x.Rule.Exposed, ", "))
	said("Max-Age", x.Rule.MaxAge)
	return append(list, Header{"Vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method"})
}

// azureCrossed are the headers of Azure. What the rule exposes by how it begins is told by name.
func azureCrossed(c engine.Crossing, x engine.Crossed, sent []Header) (list []Header) {
	if x.Rule != nil {
		origin := c.Origin
		if x.Anyone {
			origin = "*"
		}
		list = append(list, Header{"Access-Control-Allow-Origin", origin})
		var exposed []string
		for _, h := range sent {
			if cors.Lists(x.Rule.Exposed, h.Name) {
				exposed = append(exposed, h.Name)
			}
		}
		for _, word := range x.Rule.Exposed {
			if !strings.HasSuffix(word, "*") && !cors.Lists(exposed, word) {
				exposed = append(exposed, word)
			}
		}
		if len(exposed) > 0 {
			list = append(list, Header{"Access-Control-Expose-Headers", strings.Join(exposed, ",")})
		}
		if !x.Anyone {
			list = append(list, Header{"Access-Control-Allow-Credentials", "true"})
		}
	}
	if !x.Anyone && (c.Method == "GET" || c.Method == "HEAD") {
		list = append(list, Header{"Vary", "Origin"})
	}
	return list
}
