package endpoint

import (
	"net/url"
	"strings"
)

// shaped is what S3 says of a signature that lacks a part, or was made for something else: it is not compared then.
//
// Source: Amazon S3 API, "Authenticating Requests (AWS Signature Version 4)", and "Error responses",
// AuthorizationHeaderMalformed and AuthorizationQueryParametersError; bucket/rules.md, "What client libraries ask
// beside that".
func (s *signed) shaped() *denied {
	where, code := "The authorization header is malformed; ", "AuthorizationHeaderMalformed"
	if s.inQuery {
		where, code = "Error parsing the X-Amz-Credential parameter; ", "AuthorizationQueryParametersError"
	}
	scope := strings.Split(s.scope, "/")
	why := ""
	switch {
	case !s.inQuery && s.id == "":
		why = "missing Credential."
	case !s.inQuery && (len(s.headers) == 0 || s.headers[0] == ""):
		why = "missing SignedHeaders."
	case !s.inQuery && s.signature == "":
		why = "missing Signature."
	case s.id == "" || len(scope) != 4:
		why = "the Credential is mal-formed; expecting \"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\"."
	case scope[3] != "aws4_request":
		why = "incorrect terminal \"" + scope[3] + "\". This endpoint uses \"aws4_request\"."
	case scope[2] != "s3" && scope[2] != "iam": // whose one call stands beside those of S3 here
		why = "incorrect service \"" + scope[2] + "\". This endpoint belongs to \"s3\"."
	case len(scope[0]) != len("20260105") || strings.Trim(scope[0], "0123456789") != "":
		why = "incorrect date format \"" + scope[0] + "\". This date in the credential must be in the format " +
			"\"yyyyMMdd\"."
	}
	if why == "" {
		return nil
	}
	return &denied{400, code, where + why}
}

// lacksParameters is what S3 says of a presigned address that lacks one of the words that it is made of.
//
// Source: Amazon S3 API, "Authenticating Requests: Using Query Parameters".
func lacksParameters(query url.Values) *denied {
	for _, name := range [...]string{"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-Date",
		"X-Amz-SignedHeaders", "X-Amz-Expires"} {
		if query.Get(name) == "" {
			return &denied{400, "AuthorizationQueryParametersError", "Query-string authentication version 4 requires " +
				"the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and " +
				"X-Amz-Expires parameters."}
		}
	}
	return nil
}
