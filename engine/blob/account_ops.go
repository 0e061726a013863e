package blob

import "interleave/engine"

// GetAccountInformation tells of which kind the account is.
//
// Answers: 200 with sku, account-kind and hierarchical.
//
// Source: Azure REST, "Get Account Information".
type GetAccountInformation struct {
	Account string `op:"account" help:"the account"`
}

// Apply reads.
func (GetAccountInformation) Apply(tx *engine.Tx) engine.Answer {
	return tx.Done(200, engine.Field{Name: "sku", Value: engine.Text("Standard_LRS")},
		engine.Field{Name: "account-kind", Value: engine.Text("StorageV2")},
		engine.Field{Name: "hierarchical", Value: engine.Text("false")})
}

// GetUserDelegationKey asks for a key with which a user of the directory signs. There is no directory here: whoever
// asks gets one, and what it signs is let through.
//
// Answers: 200 with start and expiry; 400 InvalidXmlDocument without an expiry.
//
// Source: Azure REST, "Get User Delegation Key".
type GetUserDelegationKey struct {
	Account string `op:"account" help:"the account"`
	Start   string `op:"key-start" help:"from when on the key signs"`
	Expiry  string `op:"key-expiry" help:"until when it signs"`
}

// Apply answers.
func (o GetUserDelegationKey) Apply(tx *engine.Tx) engine.Answer {
	if o.Expiry == "" {
		return tx.Refuse(&engine.Cause{Rule: badKeyInfo})
	}
	return tx.Done(200, engine.Field{Name: "key-start", Value: engine.Text(o.Start)},
		engine.Field{Name: "key-expiry", Value: engine.Text(o.Expiry)})
}

func accountOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "get-account-information", Effect: engine.Reads, Did: "asked what kind of account it is",
			Method: "GET", Object: "blob-service", Summary: "Read of which kind the account is.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetAccountInformation{},
			Source: onPage("Get Account Information")},
		{Verb: "get-blob-service-stats", Effect: engine.Reads, Did: "asked how far the copy is",
			Method: "GET", Object: "blob-service", Summary: "Read how far the copy in another region has come.",
			OK: []int{200}, Group: engine.GroupRead, Op: engine.ServiceStats{},
			Source: onPage("Get Blob Service Stats")},
		{Verb: "get-user-delegation-key", Effect: engine.Reads, Did: "asked for a key to sign with",
			Method: "POST", Object: "blob-service", Summary: "Get a key with which a user of the directory signs.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetUserDelegationKey{},
			Source: onPage("Get User Delegation Key"), Refuses: []*engine.Rule{badKeyInfo}},
	}
}
