package bucket_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

// tries are requests, each with what happened before, that between them meet every rule that the operations list.
var tries = []struct {
	set    string // of a switch, as contention=on
	before []string
	lines  []string // the first may arrive, and between it and its decision stand others
}{
	{before: []string{"ben: put-object path=lake/k body=test"},
		lines: []string{"@ put-object path=lake/k body=x if-match=" + test,
			"@ copy-object path=lake/k source=lake/k if-match=" + test,
			"@ delete-object path=lake/k if-match=" + test,
			"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload if-match=" + test}},
	{before: []string{"ann: upload-part path=lake/k body=other upload=$u.upload part=1"},
		lines: []string{"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload"}},
	{set: "contention=on", lines: []string{"# put-object path=lake/k body=x if-match=" + test,
		"# copy-object path=lake/k source=lake/k if-match=" + test,
		"# delete-object path=lake/k if-match=" + test}},
	{set: "missing-key=403", before: []string{"role"},
		lines: []string{"put-object path=lake/none body=x if-match=x",
			"copy-object path=lake/none source=lake/k if-match=x",
			"delete-object path=lake/none if-match=x",
			"complete-multipart-upload path=lake/none parts=[1:$pn.etag] upload=$un.upload if-match=x"}},
	{lines: []string{"put-object path=lake/k body=x if-match=W/" + test,
		"copy-object path=lake/k source=lake/k if-match=W/" + test, "delete-object path=lake/k if-match=" + test + ",x",
		"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload if-match=W/" + test}},
	{set: "write-conditions=refused", lines: []string{"put-object path=lake/k body=x if-match=x",
		"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload if-match=x"}},
	{set: "copy-conditions=refused", lines: []string{"copy-object path=lake/k source=lake/k if-match=x"}},
	{before: []string{"seed: delete-object path=lake/none"},
		lines: []string{"put-object path=lake/none body=x if-match=x",
			"copy-object path=lake/none source=lake/k if-match=x",
			"delete-object path=lake/none if-match=x",
			"complete-multipart-upload path=lake/none parts=[1:$pn.etag] upload=$un.upload if-match=x",
			"get-object path=lake/none", "get-object-attributes path=lake/none", "get-object-tagging path=lake/none",
			"put-object-tagging path=lake/none", "delete-object-tagging path=lake/none",
			"get-object-acl path=lake/none", "put-object-acl path=lake/none acl=private",
			"get-object-retention path=lake/none", "put-object-retention path=lake/none",
			"get-object-legal-hold path=lake/none", "put-object-legal-hold path=lake/none",
			"head-object path=lake/none", "copy-object path=lake/k source=lake/none",
			"upload-part-copy path=lake/k source=lake/none upload=$u.upload part=1"}},
	{before: []string{"seed: put-bucket-versioning path=lake status=Enabled", "ann d: delete-object path=lake/k"},
		lines: []string{"delete-object path=lake/k if-match=*", "get-object path=lake/k version-id=$d.version-id",
			"get-object-attributes path=lake/k version-id=$d.version-id",
			"get-object-tagging path=lake/k version-id=$d.version-id",
			"put-object-tagging path=lake/k version-id=$d.version-id",
			"delete-object-tagging path=lake/k version-id=$d.version-id",
			"get-object-acl path=lake/k version-id=$d.version-id",
			"put-object-acl path=lake/k version-id=$d.version-id",
			"get-object-retention path=lake/k version-id=$d.version-id",
			"put-object-retention path=lake/k version-id=$d.version-id",
			"get-object-legal-hold path=lake/k version-id=$d.version-id",
			"put-object-legal-hold path=lake/k version-id=$d.version-id",
			"head-object path=lake/k version-id=$d.version-id",
			"copy-object path=lake/k source=lake/k source-version-id=$d.version-id",
			"upload-part-copy path=lake/k source=lake/k source-version-id=$d.version-id part=1 upload=$u.upload"}},
	{before: []string{"seed: put-object path=lake/k body=xx"},
		lines: []string{"complete-multipart-upload path=lake/k parts=[1:$p.etag,2:$p2.etag] upload=$u.upload",
			"complete-multipart-upload path=lake/k upload=$u.upload"}},
	{before: []string{"ann w: create-multipart-upload path=lake/k checksum-algorithm=CRC32",
		"ann q: upload-part path=lake/k body=x upload=$w.upload part=1 checksum.crc32=jNwWgw==",
		"ann f: create-multipart-upload path=lake/k checksum-algorithm=CRC32 checksum-type=FULL_OBJECT",
		"ann r: upload-part path=lake/k body=x upload=$f.upload part=1"},
		lines: []string{"complete-multipart-upload path=lake/k parts=[1:$q.etag] upload=$w.upload",
			"copy-object path=lake/n source=lake/k checksum-algorithm=MD4",
			"list-multipart-uploads path=lake key-marker=k upload-marker=none",
			"complete-multipart-upload path=lake/k parts=[1:$r.etag] upload=$f.upload checksum.crc32=AAAAAA==",
			"complete-multipart-upload path=lake/k parts=[1:$r.etag] upload=$f.upload checksum-type=COMPOSITE",
			"upload-part path=lake/k body=x upload=$w.upload part=1 checksum.sha1=EfatjsUqKYSrqv18O1FlA3hcIHI="}},
	{lines: []string{"put-object path=lake/k body=x checksum.crc32=AAAAAA== checksum.sha1=x",
		"upload-part path=lake/k body=x upload=$u.upload part=1 checksum.crc32=AAAAAA== checksum.sha1=x",
		"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload checksum.crc32=x checksum.sha1=x",
		"complete-multipart-upload path=lake/k parts=[-4:$p.etag] upload=$u.upload"}},
	{before: []string{"ann: complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload"},
		lines: []string{"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload choose=1",
			"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload if-none-match=* choose=2",
			"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload if-match=x choose=2"}},
	{set: "minimum-part=1", lines: []string{"complete-multipart-upload path=lake/k parts=[3:$p3.etag,4:$p4.etag] " +
		"upload=$u.upload"}},
	{lines: []string{"create-bucket path=lake", "create-bucket path=x", "create-bucket path=pond region=x",
		"create-bucket path=lake region=eu-west-1",
		"create-bucket path=pond tag.aws:a=1",
		"create-bucket path=pond " + strings.Join(manyTags(51), " "),
		"delete-bucket path=lake",
		"delete-objects path=lake keys=[]", "delete-objects path=pond keys=a", "list-objects-v2 path=lake max=-1",
		"list-objects path=lake max=x", "list-buckets max=0", "list-object-versions path=lake max=x",
		"list-multipart-uploads path=lake max=x",
		"list-object-versions path=lake version-marker=x", "get-object path=lake/k part=9",
		"get-object path=lake/k part=0", "head-object path=lake/k part=0",
		"list-parts path=lake/k upload=$u.upload max=x", "create-multipart-upload path=lake/k checksum-algorithm=MD4",
		"create-multipart-upload path=lake/k checksum-type=COMPOSITE",
		"get-bucket-policy path=lake", "put-bucket-policy path=lake policy=x", "put-role-policy role=r policy=x",
		"put-bucket-versioning path=lake status=x", "put-bucket-versioning path=lake",
		"put-object path=lake/k body=x if-none-match=*", "copy-object path=lake/k source=lake/k if-none-match=*",
		"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload if-none-match=*",
		"copy-object path=lake/k source=lake/k",
		"upload-part-copy path=lake/k source=lake/k part=1 upload=$u.upload source-range=0-99",
		"upload-part-copy path=lake/k source=lake/k part=1 upload=$u.upload source-range=100-200",
		"copy-object path=lake/k source=lake/k source-version-id=x",
		"upload-part-copy path=lake/k source=lake/k source-version-id=x part=1 upload=$u.upload",
		"copy-object path=lake/k source=lake/k if-match=x", "delete-object path=lake/k if-match=x",
		"head-object path=lake/k range=9-"}},
	{lines: []string{"create-bucket path=pond ownership=x", "put-bucket-configuration path=lake subresource=x",
		"put-bucket-configuration path=lake subresource=cors document=x",
		"put-bucket-configuration path=lake subresource=cors document=<CORSRule><AllowedMethod>X</AllowedMethod>" +
			"<AllowedOrigin>*</AllowedOrigin></CORSRule>",
		"put-bucket-configuration path=lake subresource=website document=x",
		"put-bucket-configuration path=lake subresource=tagging document=<TagSet><Tag><Key>aws:a</Key><Value>1" +
			"</Value></Tag></TagSet>",
		"put-bucket-configuration path=lake subresource=tagging document=<TagSet>" + tagElements(51) + "</TagSet>",
		"put-bucket-configuration path=lake subresource=logging document=<LoggingEnabled><TargetBucket>pond" +
			"</TargetBucket></LoggingEnabled>",
		"put-bucket-configuration path=lake subresource=object-lock document=<ObjectLockEnabled>Enabled" +
			"</ObjectLockEnabled>",
		"put-bucket-configuration path=lake subresource=acl", "put-object-acl path=lake/k",
		"put-bucket-configuration path=lake subresource=acl acl=x", "put-object-acl path=lake/k acl=x",
		"put-bucket-configuration path=lake subresource=acl acl=x document=y",
		"put-object-acl path=lake/k acl=x document=y",
		"put-bucket-configuration path=lake subresource=acl acl=private", "put-object-acl path=lake/k acl=private",
		"get-bucket-configuration path=lake subresource=policyStatus",
		"get-bucket-configuration path=lake subresource=x", "get-bucket-configuration path=lake subresource=cors",
		"get-bucket-configuration path=lake subresource=lifecycle",
		"get-bucket-configuration path=lake subresource=object-lock",
		"get-bucket-configuration path=lake subresource=replication",
		"get-bucket-configuration path=lake subresource=tagging",
		"get-bucket-configuration path=lake subresource=website"}},
	{before: []string{"ben: delete-bucket-configuration path=lake subresource=ownershipControls"},
		lines: []string{"put-bucket-configuration path=lake subresource=acl document=x",
			"put-object-acl path=lake/k document=x", "put-object-acl path=lake/k acl=public-read",
			"put-bucket-configuration path=lake subresource=acl acl=public-read",
			"get-bucket-configuration path=lake subresource=ownershipControls"}},
	{lines: []string{"put-object path=lake/k body=x legal-hold=ON",
		"copy-object path=lake/l source=lake/k legal-hold=ON",
		"create-multipart-upload path=lake/k legal-hold=ON", "get-object-retention path=lake/k",
		"put-object-retention path=lake/k", "get-object-legal-hold path=lake/k", "put-object-legal-hold path=lake/k"}},
	{before: []string{"ben: put-bucket-versioning path=lake status=Enabled",
		"ben: put-bucket-configuration path=lake " +
			"subresource=object-lock document=<ObjectLockEnabled>Enabled</ObjectLockEnabled>",
		"ann x: put-object path=lake/k body=y legal-hold=ON lock-mode=COMPLIANCE lock-until=2030-01-01"},
		lines: []string{"delete-object path=lake/k version-id=$x.version-id",
			"put-bucket-versioning path=lake status=Suspended",
			"put-object-retention path=lake/k lock-mode=GOVERNANCE lock-until=2031-01-01",
			"put-object-retention path=lake/k lock-mode=x lock-until=2031-01-01",
			"put-object-retention path=lake/k lock-mode=COMPLIANCE lock-until=2020-01-01",
			"put-object-legal-hold path=lake/k legal-hold=x", "get-object-retention path=lake/l",
			"put-object path=lake/k body=x lock-mode=COMPLIANCE", "put-object path=lake/k body=x legal-hold=x",
			"put-object path=lake/k body=x lock-mode=COMPLIANCE lock-until=2020-01-01",
			"copy-object path=lake/l source=lake/k lock-mode=COMPLIANCE",
			"copy-object path=lake/l source=lake/k legal-hold=x",
			"copy-object path=lake/l source=lake/k lock-mode=COMPLIANCE lock-until=2020-01-01",
			"create-multipart-upload path=lake/k lock-mode=COMPLIANCE",
			"create-multipart-upload path=lake/k legal-hold=x",
			"create-multipart-upload path=lake/k lock-mode=COMPLIANCE lock-until=2020-01-01"}},
	{before: []string{"ben: put-bucket-versioning path=lake status=Enabled",
		"ben: put-bucket-configuration path=lake " +
			"subresource=object-lock document=<ObjectLockEnabled>Enabled</ObjectLockEnabled>",
		"ann: put-object path=lake/k body=y"},
		lines: []string{"get-object-retention path=lake/k", "get-object-legal-hold path=lake/k"}},
	{set: "public-policies=blocked", lines: slices.Concat(overAll(made, "storage-class=x", "encryption=x",
		"website-redirect=x", "acl=private grant.read=id=x", "acl=x",
		"grant.read=emailAddress=a@b", "acl=public-read"), overAll([]string{"put-object-acl path=lake/k",
		"put-bucket-configuration path=lake subresource=acl", "create-bucket path=pond"}, "acl=private grant.read=id=x",
		"grant.read=emailAddress=a@b", "acl=x", "acl=public-read", "acl=public-read ownership=ObjectWriter"),
		[]string{`put-bucket-policy path=lake policy={"Statement":{"Effect":"Allow","Principal":"*",` +
			`"Action":"s3:GetObject","Resource":"arn:aws:s3:::lake/*"}}`})},
	{before: []string{"ben: delete-bucket-configuration path=lake subresource=ownershipControls"},
		lines: overAll(made, "acl=public-read")},
	{before: []string{"ben: put-bucket-configuration path=lake subresource=ownershipControls document=" +
		"<Rule><ObjectOwnership>ObjectWriter</ObjectOwnership></Rule>",
		"ben: put-bucket-configuration path=lake subresource=acl acl=log-delivery-write"},
		lines: []string{"put-bucket-configuration path=lake subresource=ownershipControls document=" +
			"<Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule>"}},
	{before: []string{"ben: put-object path=lake/k storage-class=GLACIER"},
		lines: []string{"get-object path=lake/k", "copy-object path=lake/l source=lake/k",
			"upload-part-copy path=lake/k source=lake/k part=1 upload=$u.upload"}},
	{before: []string{"ben: delete-bucket-configuration path=lake subresource=publicAccessBlock"},
		lines: []string{"get-bucket-configuration path=lake subresource=publicAccessBlock"}},
}

// manyTags are as many tags as arguments.
func manyTags(count int) (words []string) {
	for i := range count {
		words = append(words, "tag.t"+strconv.Itoa(i)+"=v")
	}
	return words
}

// made are the requests by which an object comes about.
var made = []string{"put-object path=lake/k body=x", "copy-object path=lake/l source=lake/k",
	"create-multipart-upload path=lake/k"}

// overAll are requests, each with each of these words behind it.
func overAll(lines []string, words ...string) (all []string) {
	for _, line := range lines {
		for _, word := range words {
			if strings.HasPrefix(line, "create-bucket") || !strings.Contains(word, "ownership") {
				all = append(all, line+" "+word)
			}
		}
	}
	return all
}

// Every rule that an operation lists can be met: none is there that never refuses anything.
func TestEveryRuleIsReached(t *testing.T) {
	met := map[string]map[*engine.Rule]bool{}
	note := func(verb string, a engine.Answer) {
		if met[verb] == nil {
			met[verb] = map[*engine.Rule]bool{}
		}
		if a.Why != nil {
			met[verb][a.Why.Rule] = true
		}
	}
	for _, try := range tries {
		for _, line := range try.lines {
			b, by := moment(t, try.set, try.before)
			words := line
			held := line[0] == '@' || line[0] == '#'
			if held {
				words = line[2:]
			}
			verb, in := request(b, by, words)
			b.Step(in)
			if held {
				b.Step(engine.Arrive{Names: []string{"try"}})
			}
			if line[0] == '@' {
				b.All("ben: put-object path=lake/k body=test")
			}
			if line[0] == '#' {
				_, other := request(b, "ben", "put-object path=lake/k body=x")
				other.As = "other"
				b.Step(other)
				b.Step(engine.Arrive{Names: []string{"other"}})
			}
			b.Step(engine.Deliver{Names: []string{"try"}})
			note(verb, b.World.Named("try").Answer)
		}
	}
	reachByLadders(t, note)
	reachByPermission(t, note)
	for _, spec := range service.Ops {
		for _, r := range spec.Refuses {
			if !met[spec.Verb][r] {
				t.Errorf("%s: nothing meets %s %d %s %q", spec.Verb, r.Name, r.Fault.Status, r.Fault.Code, r.Kind)
			}
		}
		for r := range met[spec.Verb] {
			if !slices.Contains(spec.Refuses, r) {
				t.Errorf("%s: %s %s is met and not listed", spec.Verb, r.Name, r.Fault.Code)
			}
		}
	}
}

// moment is a lake with uploads u and un, whose parts 3 and 4 are too large together, as ann sees it, or rob where a
// role is wanted.
func moment(t *testing.T, set string, before []string) (b *bench, by string) {
	t.Helper()
	b, by = lake(t), "ann"
	if len(before) == 1 && before[0] == "role" {
		by, before = "rob", nil
	}
	b.Wait(5e9)
	b.All("seed: put-object path=lake/k body=test")
	b.All(by+" u: create-multipart-upload path=lake/k", by+" p: upload-part path=lake/k body=x upload=$u.upload part=1",
		by+" p2: upload-part path=lake/k body=y upload=$u.upload part=2",
		by+" un: create-multipart-upload path=lake/none",
		by+" pn: upload-part path=lake/none body=x upload=$un.upload part=1")
	for _, n := range []string{"3", "4"} {
		if set != "minimum-part=1" {
			break // long bodies take their time
		}
		args := []engine.Arg{{Name: "path", Value: engine.Text("lake/k")},
			{Name: "body", Value: engine.Text(string(make([]byte, engine.MaxObject)))},
			{Name: "upload", Value: engine.Ref("u.upload", false)}, {Name: "part", Value: engine.Text(n)}}
		b.Send(engine.Send{By: by, Verb: "upload-part", Args: args, As: "p" + n})
	}
	if by == "rob" {
		b.give("s3:PutObject", "s3:GetObject", "s3:DeleteObject")
	}
	b.All(before...)
	if set != "" {
		for i := range set {
			if set[i] == '=' {
				b.Step(engine.Set{Scope: "bucket", Key: set[:i], Value: set[i+1:]})
			}
		}
	}
	return b, by
}

// reachByLadders sends each operation on a key with one rung broken.
func reachByLadders(t *testing.T, note func(string, engine.Answer)) {
	t.Helper()
	b, _ := moment(t, "", nil)
	b.Wait(9e9)
	for verb, words := range good {
		for _, r := range rungs {
			if !r.isFor(verb) {
				continue
			}
			_, args := ladder([]rung{r}, "path=lake/k "+words)
			f := b.fork(t)
			_, in := request(f, "ann", verb+" "+args)
			if _, err := f.World.Step(f.Record+1, in); err != nil {
				continue
			}
			f.Record++
			f.Step(engine.Deliver{Names: []string{"try"}})
			note(verb, f.World.Named("try").Answer)
		}
	}
}

// reachByPermission sends everything as one who may nothing, as one from whom another took all rights, and as one whom
// a policy denies everything; and to no bucket.
func reachByPermission(t *testing.T, note func(string, engine.Answer)) {
	t.Helper()
	for _, spec := range service.Ops {
		words := "path=lake " + map[string]string{"put-bucket-policy": "policy={}",
			"put-bucket-versioning": "status=Enabled", "delete-objects": "keys=a",
			"put-role-policy": "role=r policy=x", "put-bucket-configuration": "subresource=cors",
			"get-bucket-configuration":    "subresource=cors",
			"delete-bucket-configuration": "subresource=cors"}[spec.Verb]
		if g, ok := good[spec.Verb]; ok {
			words = "path=lake/k " + g
		}
		if spec.Verb == "put-role-policy" {
			continue
		}
		if spec.Verb == "list-buckets" {
			words = ""
		}
		const statement = `{"Statement": [{"Effect": "%s", "Action": "*", "Resource": "*"%s}]}`
		for _, policy := range []string{"", "taken", "Deny", "Allow"} { // the last under a condition that nobody meets
			b := lake(t, "rob u: create-multipart-upload path=lake/k",
				"rob p: upload-part path=lake/k body=x upload=$u.upload part=1")
			b.Step(tell("ann", "u.upload"))
			b.Step(tell("ann", "p.etag"))
			b.give("s3:Nothing")
			by := "rob"
			switch {
			case policy == "Allow":
				b.send("seed", "put-role-policy", engine.Args("role", "role1", "policy", fmt.Sprintf(statement, policy,
					`, "Condition": {"StringEquals": {"aws:username": "nobody"}}`)))
				b.All("ann u: create-multipart-upload path=lake/k")
				b.Step(tell("rob", "u.upload"))
			case policy == "Deny" && (spec.Verb == "create-bucket" || spec.Verb == "list-buckets"):
				b.send("seed", "put-role-policy", engine.Args("role", "role1", "policy", fmt.Sprintf(statement,
					policy, "")))
			case policy == "Deny":
				b.policy("204", `{"Effect": "Deny", "Principal": "*", "Action": "*", "Resource": ["arn:aws:s3:::lake", "arn:aws:s3:::lake/*"]}`)
			case spec.Verb == "abort-multipart-upload" || spec.Verb == "list-parts": // rob's own
				b.All("ann u: create-multipart-upload path=lake/k")
				b.Step(tell("rob", "u.upload"))
			}
			if policy == "taken" {
				b.send("ann", "put-role-policy", engine.Args("role", "role1", "policy",
					`{"Statement": [{"Effect": "Allow", "Action": "s3:Nothing", "Resource": "*"}]}`))
			}
			note(spec.Verb, b.Say(by+": "+spec.Verb+" "+words))
		}
		if spec.Verb != "list-buckets" { // it names none
			note(spec.Verb, newBench(t).send("ann", spec.Verb, engine.Args("path", "pond")))
		}
	}
}

// request is a line without a writer as an input with the name try.
func request(b *bench, by, line string) (verb string, in engine.Send) {
	b.T.Helper()
	words := enginetest.Words(line)
	in = engine.Send{By: by, Verb: words[0], Args: enginetest.Arguments(words[1:]), As: "try"}
	for i, a := range in.Args {
		if a.Name == "choose" {
			in.Args, in.Words.Choose = slices.Delete(in.Args, i, i+1), []int{int(a.Value.String()[0] - '0')}
		}
	}
	return words[0], in
}
