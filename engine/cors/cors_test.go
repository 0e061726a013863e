package cors_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/cors"
)

// rule is one as Azure keeps it.
func rule(origins, methods, headers, exposed, age string) string {
	return fmt.Sprintf("<CorsRule><AllowedOrigins>%s</AllowedOrigins><AllowedMethods>%s</AllowedMethods>"+
		"<AllowedHeaders>%s</AllowedHeaders><ExposedHeaders>%s</ExposedHeaders><MaxAgeInSeconds>%s</MaxAgeInSeconds>"+
		"</CorsRule>", origins, methods, headers, exposed, age)
}

// The example of the page "Cross-Origin Resource Sharing (CORS) support for Azure Storage", with its table.
func TestTheFirstRuleOfOriginAndMethodDecides(t *testing.T) {
	const content, contoso = "x-ms-blob-content-type, x-ms-blob-content-disposition", "http://www.contoso.com"
	rules := rule(contoso, "PUT,HEAD", content, "x-ms-*", "5") + rule("*", "PUT,GET", content, "x-ms-*", "6") +
		rule(contoso, "GET", "x-ms-client-request-id", "x-ms-*", "7")
	for _, row := range []struct{ method, origin, header, age string }{
		{"PUT", contoso, "x-ms-blob-content-type", "5"},
		{"GET", contoso, "x-ms-blob-content-type", "6"},
		{"GET", contoso, "X-MS-Blob-Content-Type", "6"},
		{"GET", contoso, "x-ms-client-request-id", ""}, // the third rule would allow it
		{"PUT", "http://www.fabrikam.com", "", "6"},
		{"HEAD", "http://www.fabrikam.com", "", ""},
		{"PUT", "HTTP://www.contoso.com", "", "6"}, // letters count
		{"DELETE", contoso, "", ""},
		{"GET", "", "", "6"}, {"HEAD", "", "", ""},
	} {
		c := engine.Crossing{Origin: row.origin, Method: row.method, Asks: true}
		if row.header != "" {
			c.Headers = []string{row.header}
		}
		x, age := cors.Cross(rules, c), ""
		if x.Rule != nil {
			age = x.Rule.MaxAge
		}
		if age != row.age || !x.Ruled || x.Anyone != (age == "6") {
			t.Errorf("%+v: the rule of %q (%+v), want that of %q", row, age, x, row.age)
		}
	}
	if x := cors.Cross("", engine.Crossing{Origin: contoso, Method: "GET"}); x.Ruled || x.Rule != nil {
		t.Errorf("without rules: %+v", x)
	}
}

// The limits that the page names.
func TestRulesWithinTheirLimits(t *testing.T) {
	good := rule("http://a", "GET", "", "", "0")
	long := strings.Repeat("a", 256)
	for text, want := range map[string]bool{
		"": true, "*": true, good: true, strings.Repeat(good, 5): true, strings.Repeat(good, 6): false,
		"<CorsRule>": false, "<Other></Other>": true,
		strings.Replace(good, "<ExposedHeaders></ExposedHeaders>", "", 1):      false,
		rule("", "GET", "", "", "0"):                                           false,
		rule("*", "", "", "", "0"):                                             false,
		rule("*", "FETCH", "", "", "0"):                                        false,
		rule("*", "DELETE,GET,HEAD,MERGE,POST,OPTIONS,PUT,PATCH", "", "", "0"): true,
		rule("*", "GET", "", "", "soon"):                                       false,
		rule("*", "GET", "", "", "-1"):                                         false,
		rule("*", "GET", "a*,b*", "c*, d*", "5"):                               true,
		rule("*", "GET", "a*,b*,c*", "", "5"):                                  false,
		rule("*", "GET", "", "a*,b*,c*", "5"):                                  false,
		rule("*", "GET", strings.Repeat("a,", 64), "", "5"):                    true,
		rule("*", "GET", strings.Repeat("a,", 65), "", "5"):                    false,
		rule("*", "GET", long, "", "5"):                                        true,
		rule("*", "GET", long+"a", "", "5"):                                    false,
		rule(long+"a", "GET", "", "", "5"):                                     false,
		rule(strings.Repeat(long+",", 8), "GET", "", "", "5"):                  false, // more than 2 KiB
	} {
		if got := cors.Fits("Cors", text); got != want {
			t.Errorf("%.80s: %v, want %v", text, got, want)
		}
	}
	if !cors.Fits("Logging", "<x>") {
		t.Error("another element is refused")
	}
}
