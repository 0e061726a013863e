package endpoint

import "strings"

// forAccount says whether a request asks for the kind of the account.
//
// Source: Azure REST, "Get Account Information".
func (r *request) forAccount() bool {
	query := "&" + r.Query + "&"
	return strings.Contains(query, "&restype=account&") && strings.Contains(query, "&comp=properties&")
}

// byBearer says whether a request comes with the token of a user of the directory.
//
// Source: Azure REST, "Get User Delegation Key".
func (r *request) byBearer() bool { return strings.HasPrefix(r.Header("Authorization"), "Bearer ") }
