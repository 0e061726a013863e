package wire

import "interleave/engine"

// statsBody says how far the copy in another region has come.
func statsBody(_ *draft, a engine.Answer) string {
	root := &node{}
	geo := root.at("StorageServiceStats/GeoReplication")
	geo.add("Status", a.Field("geo-status").String())
	at, _ := a.Field("last-sync").Instant()
	geo.add("LastSyncTime", at.Date())
	return root.document()
}

// keyInfo asks for a key for a time.
func keyInfo(r *draft) string {
	root := &node{}
	info := root.at("KeyInfo")
	if start := r.value("key-start"); start != "" {
		info.add("Start", start)
	}
	info.add("Expiry", r.value("key-expiry"))
	return root.document()
}

func readKeyInfo(r *reader) error {
	top, err := r.element("KeyInfo")
	if err != nil {
		return err
	}
	for _, one := range []struct{ param, name string }{{"key-start", "Start"}, {"key-expiry", "Expiry"}} {
		if text := top.textOf(one.name); text != "" {
			r.put(one.param, engine.Text(text))
		}
	}
	return nil
}

// DelegationKey is what every user delegation key is worth: there is no directory here that knows whose it is.
const DelegationKey = "YSBrZXkgZm9yIHVzZXJzIG9mIG5vIGRpcmVjdG9yeS4="

// delegationKey is a key for nobody that there is.
func delegationKey(r *draft, a engine.Answer) string {
	const nobody = "00000000-0000-0000-0000-000000000000"
	version := "2021-12-02"
	if r.x.Asked != nil && r.x.Asked.Header("x-ms-version") != "" {
		version = r.x.Asked.Header("x-ms-version")
	}
	root := &node{}
	key := root.at("UserDelegationKey")
	for _, one := range []Header{{"SignedOid", nobody}, {"SignedTid", nobody},
		{"SignedStart", a.Field("key-start").String()}, {"SignedExpiry", a.Field("key-expiry").String()},
		{"SignedService", "b"}, {"SignedVersion", version}, {"Value", DelegationKey}} {
		key.add(one.Name, one.Value)
	}
	return root.document()
}
