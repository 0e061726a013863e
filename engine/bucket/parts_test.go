package bucket_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// described is what an event says of parts: what it changed and how, took, showed, compared and shadowed.
func described(e engine.Event) string {
	var list []string
	name := func(p engine.Part) string {
		kind := p.Object.Kind
		text := kind + "." + p.Name
		if p.Gone {
			text += " gone"
		}
		if p.Mark.By != "" {
			text += " of " + p.Mark.By
		}
		return text
	}
	for _, c := range e.Changed {
		text := "changed " + name(c.Part)
		for _, is := range []struct {
			is   bool
			word string
		}{{c.Adds, " adds"}, {c.Drops, " drops"}, {c.Side, " side"}, {c.Wanted, " wanted"}, {c.Silent, " silent"}} {
			if is.is {
				text += is.word
			}
		}
		list = append(list, text)
	}
	for _, p := range e.Took {
		list = append(list, "took "+name(p))
	}
	for _, p := range e.Showed {
		list = append(list, "showed "+name(p))
	}
	for _, c := range e.Compared {
		list = append(list, "compared "+strings.Join(c.Stands, " "))
	}
	if e.Shadowed {
		list = append(list, "shadowed")
	}
	return strings.Join(list, "; ")
}

// The referee's rules on parts: what each operation replaces, shows, takes and compares.
func TestPartsOfOperations(t *testing.T) {
	const replaced = "changed object.body of ben; changed object.properties of ben side"
	const dropped = "changed object.body of ben drops; changed object.properties of ben drops"
	for _, row := range []struct {
		before []string
		line   string
		want   string
	}{
		{nil, "put-object path=lake/k body=x", replaced},
		{nil, "put-object path=lake/k body=x if-match=" + test, replaced + "; compared body"},
		{nil, "put-object path=lake/k body=x if-match=stale", ""},
		{nil, "put-object path=lake/k body=x if-none-match=*", ""},
		{nil, "put-object path=lake/new body=x", "changed object.body gone"},
		{nil, "put-object path=lake/new body=x if-none-match=*", "changed object.body gone wanted"},
		{[]string{"ben: delete-object path=lake/k"}, "put-object path=lake/k body=x",
			"changed object.body gone of ben"},
		{[]string{"ben: delete-object path=lake/k"}, "put-object path=lake/k body=x if-match=" + test,
			"showed object.body gone of ben"},
		{nil, "copy-object path=lake/k source=lake/k storage-class=STANDARD_IA", replaced},
		{nil, "get-object path=lake/k", "showed object.body of ben; showed object.properties of ben"},
		{nil, "get-object path=lake/k range=1-2", "showed object.body of ben; showed object.properties of ben"},
		{nil, "get-object path=lake/k if-none-match=" + test, ""},
		{nil, "head-object path=lake/k", "showed object.standing body of ben; showed object.properties of ben"},
		{nil, "get-object path=lake/new", "showed object.body gone"},
		{nil, "get-object path=pond/k", "showed bucket.* gone"},
		{nil, "delete-object path=lake/k", dropped},
		{nil, "delete-object path=lake/k if-match=" + test, dropped + "; compared body"},
		{nil, "delete-object path=lake/k if-match=*", dropped},
		{nil, "delete-object path=lake/new", ""},
		{nil, "delete-objects path=lake keys=[k,new]", dropped},
		{nil, "list-objects-v2 path=lake", "showed object.standing body of ben; showed object.properties of ben; " +
			"showed bucket.unlisted object gone"},
		{[]string{"ben: delete-object path=lake/k"}, "list-objects-v2 path=lake",
			"showed bucket.unlisted object gone; showed bucket.unlisted object gone of ben"},
		{nil, "create-multipart-upload path=lake/k", ""},
		{nil, "upload-part path=lake/k body=x upload=$u.upload part=2", ""},
		{nil, "upload-part path=lake/k body=x upload=$u.upload part=1", "changed upload.part 1 of ann silent"},
		{nil, "upload-part path=lake/k body=part upload=$u.upload part=1", ""},
		{nil, "list-parts path=lake/k upload=$u.upload", "showed upload.part 1 of ann"},
		{nil, "abort-multipart-upload path=lake/k upload=$u.upload", "changed upload.part 1 of ann drops silent"},
		{nil, "complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload",
			replaced + "; took upload.part 1 of ann"},
		{[]string{"ben: put-object path=lake/k body=y"},
			"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload",
			"took upload.part 1 of ann; shadowed"},
		{[]string{"ben: put-object path=lake/k body=test"},
			"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload if-match=" + test, ""},
		{[]string{"seed: put-bucket-versioning path=lake status=Enabled"}, "delete-object path=lake/k", dropped},
		{[]string{"seed: put-bucket-versioning path=lake status=Enabled", "ben: put-object path=lake/k body=y"},
			"delete-object path=lake/k version-id=null", ""},
		{[]string{"seed: put-bucket-versioning path=lake status=Enabled", "ben: put-object path=lake/k body=y"},
			"get-object path=lake/k version-id=null",
			"showed object.body of null of ben; showed object.properties of null of ben"},
		{nil, "delete-object path=lake/k version-id=null", dropped},
		{nil, "put-bucket-versioning path=lake status=Enabled", "changed bucket.versioning of seed"},
		{nil, "get-bucket-versioning path=lake", "showed bucket.versioning of seed"},
		{nil, "delete-bucket-policy path=lake", ""},
	} {
		b := newBench(t)
		b.All("seed: create-bucket path=lake", "ben: put-object path=lake/k body=test",
			"ann u: create-multipart-upload path=lake/k",
			"ann p: upload-part path=lake/k body=part upload=$u.upload part=1")
		b.All(row.before...)
		b.Say("ann: " + row.line)
		got := ""
		for _, e := range b.Events {
			if e.Kind == engine.Decided {
				got = described(e)
			}
		}
		if got != row.want {
			t.Errorf("%v, %s:\n got %s\nwant %s", row.before, row.line, got, row.want)
		}
	}
}

// A marker that is taken away brings back the work of whoever wrote what lies under it.
func TestUndeleteIsMarkedAsTheOldWork(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake", "seed: put-bucket-versioning path=lake status=Enabled",
		"ben: put-object path=lake/k body=1",
		"ann d: delete-object path=lake/k", "ann: delete-object path=lake/k version-id=$d.version-id",
		"ann: get-object path=lake/k")
	for _, e := range b.Events {
		if e.Kind == engine.Decided && described(e) != "showed object.body of ben; showed object.properties of ben" {
			t.Error(described(e))
		}
	}
}

// A refusal by a policy names who set it: the bucket's, or that of the role's own rights.
func TestWhoSetThePolicy(t *testing.T) {
	b := lake(t)
	deny := `{"Statement": {"Effect": "Deny", "Action": "s3:GetObject", "Resource": "*"}}`
	b.send("ben", "put-role-policy", engine.Args("role", "role1", "policy", deny))
	a := b.Want("rob: get-object path=lake/k", denied)
	if a.Why.Since.By != "ben" || a.Why.Rule.Kind != "policy" || a.Why.Have.String() != "statement 1" {
		t.Errorf("it names %s, %q", a.Why.Since, a.Why.Have)
	}
	b.give("s3:GetObject")
	b.policy("204", statement("Deny", role1, "s3:GetObject", "/*", ""))
	if a = b.Want("rob: get-object path=lake/k", denied); a.Why.Since.By != "seed" ||
		!strings.Contains(a.Field("message").String(), "explicit deny in a resource-based policy") {
		t.Errorf("it names %s: %s", a.Why.Since, a.Field("message"))
	}
	b.give("s3:PutObject")
	b.All("seed: delete-bucket-policy path=lake")
	if a = b.Want("rob: get-object path=lake/k", denied); !a.Why.Since.IsZero() || a.Why.Rule.Kind != "" {
		t.Errorf("a plain lack of permission is nobody's: %s %q", a.Why.Since, a.Why.Rule.Kind)
	}
}
