package conflict_test

import (
	"fmt"
	"strings"
)

const (
	jobs  = "seed: create-queue jobs\nann: put-message jobs m as p\nann: get-messages jobs as g\n"
	stock = "seed: create-table stock\nseed: insert-entity stock/p/r .n=1\nann: get-entity stock/p/r as g\n"
	lake  = "set bucket.minimum-part=1\nseed: create-bucket lake\nseed: put-object lake/k v1\nseed: put-object " +
		"lake/s s1\n" +
		"ann: get-object lake/k as g\nann: get-object lake/s as gs\nann: create-multipart-upload lake/k as u\n" +
		"ann: upload-part lake/k x upload=$u.upload part=1 as q\n"
	inJobs, inStock = "queue jobs, message $p.0", "table stock, entity stock/p/r"
	inLake          = "bucket lake, object lake/k"
	onlyNobody      = `{"Statement": [{"Sid": "If", "Effect": "Allow", "Action": "*", "Resource": "*", ` +
		`"Condition": {"StringEquals": {"aws:username": "nobody"}}}]}` + "\n"
	nothingGiven = `{"Statement": [{"Effect": "Allow", "Action": "s3:Nothing", "Resource": "*"}]}` + "\n"
)

// states are scenes for refusals that no race of the library shows of every operation: what holds of one operation
// holds of its neighbours, and is told of each.
var states = []state{
	{"blob", "seed: create-container wiki\nseed: put-blob wiki/src v\nseed: put-blob wiki/pages type=PageBlob " +
		"size=512\nseed: put-blob wiki/log type=AppendBlob\nseed: put-blob wiki/disk type=PageBlob size=512\n" +
		"ann: get-blob wiki/log as gl\nann: get-blob wiki/disk as gd\nben: append-block wiki/log b\n" +
		"ben: set-blob-properties wiki/disk sequence-action=increment\n", "blob wiki/log, blob wiki/disk",
		"source=wiki/src appendpos=0, source=wiki/pages range=0-511 source-range=0-511 if-sequence-lt=1"},
	{"queue", jobs + "ben: delete-queue jobs\n", inJobs, "popreceipt=$g.0.receipt"},
	{"queue", jobs + "ben: delete-queue jobs\nclock 00:50.0\n", inJobs, "popreceipt=$g.0.receipt"},
	{"queue", "set queue.receipts=emulator\n" + jobs +
		"ann: update-message $p.0 popreceipt=$g.0.receipt visibilitytimeout=5\n",
		inJobs, "popreceipt=$g.0.receipt visibilitytimeout=5"},
	{"queue", jobs, inJobs, "popreceipt=$p.0.receipt, popreceipt=$p.0.receipt visibilitytimeout=5"},
	{"queue", jobs + "ben: set-queue-acl jobs policy.P=\n", inJobs, underQueue},
	{"queue", jobs + "ben: set-queue-acl jobs policy.P=raup\nben: set-queue-acl jobs\n", inJobs, underQueue},
	{"table", stock + "ben: set-table-acl stock policy.P=\n", inStock + ", entity stock/p/n", underTable},
	{"table", stock + "ben: set-table-acl stock policy.P=raud\nben: set-table-acl stock\n",
		inStock + ", entity stock/p/n", underTable},
	{"share", filesHeld + "ben: set-share-acl s policy.P=\n", inFilesHeld, underShare},
	{"share", filesHeld + "ben: set-share-acl s policy.P=rcwdl\nben: set-share-acl s\n", inFilesHeld, underShare},
	{"table", stock + "ben: delete-table stock\n", inStock, "if-match=$g.etag"},
	{"table", stock + "ben: delete-table stock\nclock 00:50.0\n", inStock, "if-match=$g.etag"},
	{"table", stock + "ben: delete-entity stock/p/r if-match=*\n", inStock, "if-match=$g.etag"},
	{"bucket", lake + "ann: abort-multipart-upload lake/k upload=$u.upload\nben: delete-object lake/s\nben: " +
		"delete-object lake/k\n" +
		"ben: delete-bucket lake\n", inLake, "if-match=$g.etag, keys=k, upload=$u.upload parts=[], " +
		"upload=$u.upload, upload=$u.upload part=1, upload=$u.upload source=lake/s part=1"},
	{"bucket", lake + "ann: abort-multipart-upload lake/k upload=$u.upload\nben: delete-object lake/s\nben: " +
		"delete-object lake/k\n",
		inLake, "if-match=$g.etag, upload=$u.upload, upload=$u.upload part=1, upload=$u.upload source=lake/s part=1"},
	{"bucket", lake + "clock 00:01.0\nben: put-bucket-policy lake @p.json\n-- p.json --\n" +
		`{"Statement": [{"Sid": "No", "Effect": "Deny", "Principal": "*", "Action": "*", "Resource": ` +
		`["arn:aws:s3:::lake", "arn:aws:s3:::lake/*"]}]}` + "\n", inLake,
		"upload=$u.upload, upload=$u.upload part=1, upload=$u.upload source=lake/s part=1, source=lake/s, keys=k"},
	{"bucket", lake + "ben: create-multipart-upload lake/k as u\ntell ann $u.upload\nben: put-role-policy ann " +
		"@p.json\n" +
		"-- p.json --\n" + onlyNobody, inLake,
		"upload=$u.upload, upload=$u.upload part=1, upload=$u.upload source=lake/s part=1, source=lake/s, keys=k, " +
			"upload=$u.upload parts=[1=$q.etag]"},
	{"bucket", lake + "ben: create-multipart-upload lake/k as u\ntell ann $u.upload\nben: put-role-policy ann " +
		"@p.json\n-- p.json --\n" + nothingGiven, inLake,
		"upload=$u.upload, upload=$u.upload part=1, upload=$u.upload source=lake/s part=1, source=lake/s, keys=k, " +
			"upload=$u.upload parts=[1=$q.etag]"},
	{"bucket", "ben: put-role-policy ann @p.json\nann: create-bucket pond\nann: list-buckets\n-- p.json --\n" +
		nothingGiven, "", ""},
	{"bucket", "seed: put-role-policy ann @p.json\nann: create-bucket pond\nann: list-buckets\n-- p.json --\n" +
		onlyNobody, "", ""},
	{"bucket", lake + "ann: send copy-object lake/k source=lake/s if-match=$g.etag as c\narrive c\nben: put-object " +
		"lake/k v2\n" +
		"deliver c\nanswer c\nann: send copy-object lake/n source=lake/s if-none-match=* as d\narrive d\nben: " +
		"put-object lake/n v2\n" +
		"ben: delete-object lake/n\ndeliver d\nanswer d\nann: get-object lake/k as e\n" +
		"ann: send delete-object lake/k if-match=$e.etag as f\narrive f\nben: put-object lake/k v3\ndeliver f\n", "",
		""},
	{"bucket", lake + "ann: send delete-object lake/k if-match=$g.etag as c\narrive c\nben: delete-object lake/k\n" +
		"ben: put-object lake/k v1\ndeliver c\n", "", ""},
	{"bucket", lake + "set bucket.contention=on\nann: send copy-object lake/k source=lake/s if-match=$g.etag as " +
		"c\narrive c\n" +
		"ben: send put-object lake/k v2 as o\narrive o\ndeliver c\n", "", ""},
	{"bucket", lake + "set bucket.contention=on\nann: send delete-object lake/k if-match=$g.etag as c\narrive c\n" +
		"ben: send put-object lake/k v2 as o\narrive o\ndeliver c\n", "", ""},
	{"bucket", "seed: put-role-policy ann @p.json\nann: create-bucket pond\n-- p.json --\n" +
		`{"Statement": [{"Sid": "No", "Effect": "Deny", "Action": "*", "Resource": "*"}]}` + "\n", "", ""},
	{"bucket", "seed: put-role-policy ann @p.json\nann: list-buckets\n-- p.json --\n" +
		`{"Statement": [{"Sid": "No", "Effect": "Deny", "Action": "*", "Resource": "*"}]}` + "\n", "", ""},
	{"bucket", lake + "ben: delete-object lake/s\n", inLake, "upload=$u.upload part=1 source=lake/s"},
	{"bucket", lake + "ben: put-bucket-versioning lake Enabled\nben: delete-object lake/k\nann: delete-object lake/k " +
		"if-match=*\n", "", ""},
	{"bucket", lake + "ben: put-bucket-versioning lake Enabled\nann: put-object lake/k v2 as p\n" +
		"tell ben $p.version-id\nben: delete-object lake/k version-id=$p.version-id\n", inLake,
		"version-id=$p.version-id, version-id=$p.version-id if-match=$g.etag, " +
			"upload=$u.upload part=1 source=lake/k source-version-id=$p.version-id"},
	{"bucket", lake + "ann: abort-multipart-upload lake/k upload=$u.upload\n", inLake,
		"upload=$u.upload part=1 source=lake/s, upload=$u.upload"},
	{"bucket", lake + "clock 00:02.0\nben: put-object lake/s s2\nben: put-object lake/k v2\n", inLake,
		"upload=$u.upload part=1 source=lake/s source-if-match=$gs.etag, " +
			"upload=$u.upload part=1 source=lake/s source-if-unmodified-since=$gs.last-modified, if-match=$g.etag"},
	{"bucket", lake + "ann: complete-multipart-upload lake/k [1=$q.etag] upload=$u.upload if-match=W/x\n", inLake,
		"if-match=W/x, source=lake/s if-match=W/x"},
}

// What is sent along to a blob N, and to one on which a lease was taken.
const (
	underQueue = "under=P, under=P text=m, under=P popreceipt=$g.0.receipt, " +
		"under=P popreceipt=$g.0.receipt visibilitytimeout=5"
	underTable = "under=P, under=P if-match=$g.etag, under=P partition=p operations=[get-entity r]"
	filesHeld  = "seed: create-share s\nseed: create-directory s/d\nseed: create-file s/f size=4\n" +
		"seed: create-file s/g size=4\nann: get-file s/f as g\n"
	inFilesHeld = "share s, directory s, directory s/d, file s/f, file s/n"
	underShare  = "under=P, under=P size=4, under=P range=0-3, under=P range=0-3 body=abcd, under=P source=s/g, " +
		"under=P size=4 meta.a=1"
	blobTags = "if-match=$gN.etag, if-unmodified-since=$gN.last-modified, if-tags=a='1', under=P, " +
		"source=wiki/src source-if-match=$gsrc.etag, source=wiki/src " +
		"source-if-unmodified-since=$gsrc.last-modified, " +
		"source=wiki/src source-if-tags=a='1', source=wiki/src if-match=$gN.etag, if-none-match=*, " +
		"source=wiki/src if-none-match=*, " +
		"source=wiki/src if-unmodified-since=$gN.last-modified, source=wiki/src if-tags=a='1', block=BBBBBBBB, " +
		"lease=guid:A, lease=guid:A id=guid:B, lease=guid:A id=guid:B if-match=$gN.etag, lease=guid:A " +
		"if-match=$gN.etag, " +
		"lease=guid:A id=guid:B if-unmodified-since=$gN.last-modified, lease=guid:A " +
		"if-unmodified-since=$gN.last-modified, " +
		"lease=guid:A id=guid:B if-tags=a='1', lease=guid:A if-tags=a='1', copy=guid:Z, copy=guid:Z under=P, " +
		"copy=guid:Z lease=guid:A, source=wiki/src block=AAAA, " +
		"source=wiki/src block=BBBBBBBB, blocks=[AAAA] if-match=$gN.etag"
	blobLeases = "lease=$lN.lease, lease=guid:B, lease=$lN.lease id=guid:B, duration=15, duration=15 id=guid:B, " +
		"id=guid:B, lease=guid:B id=guid:A, lease=$lN.lease if-match=$gN.etag, lease=$lN.lease " +
		"if-unmodified-since=$gN.last-modified, " +
		"lease=$lN.lease if-tags=a='1', lease=$lN.lease id=guid:B if-match=$gN.etag, lease=$lN.lease id=guid:B " +
		"if-tags=a='1', " +
		"lease=$lN.lease id=guid:B if-unmodified-since=$gN.last-modified, lease=$lN.lease copy=guid:Z, " +
		"lease=guid:B copy=guid:Z, copy=guid:Z, " +
		"lease=$lN.lease block=AAAA, lease=$lN.lease block=AAAA source=wiki/src, lease=$lN.lease blocks=[], " +
		"source=wiki/src lease=$lN.lease, source=wiki/src lease=guid:B, source=wiki/src"
)

// blobStates are what can have become of blobs of each type, of their container and of the leases on them.
func blobStates() (list []state) {
	base := "seed: create-container wiki\nseed: set-container-acl wiki policy.P=rwdlt\n" +
		"ann: get-container-properties wiki as gwiki\n"
	for _, made := range []string{"x type=BlockBlob", "log type=AppendBlob", "disk type=PageBlob size=1024",
		"src type=BlockBlob"} {
		n, _, _ := strings.Cut(made, " ")
		base += fmt.Sprintf("seed: put-blob wiki/%s\nseed: set-blob-tags wiki/%s tag.a=1\n"+
			"ann: get-blob-properties wiki/%s as g%s\n", made, n, n, n)
	}
	base += "seed: put-block wiki/x v block=AAAA\n"
	for _, n := range []string{"x", "log", "disk"} {
		list = append(list, changedBlob(base, n)...)
		list = append(list, leasedBlob(base, "blob wiki/"+n, n)...)
	}
	list = append(list, leasedBlob(base, "container wiki", "wiki")...)
	return append(list, state{"blob", base + "set blob.copy=slow\nann: copy-blob wiki/x source=wiki/src as c\n" +
		"ben: delete-blob wiki/src\nfinish c\n", "", ""},
		state{"blob", base + "set blob.copy=slow\nann: acquire-blob-lease wiki/x duration=-1 id=guid:A as l\n" +
			"ann: copy-blob wiki/x source=wiki/src lease=$l.lease as c\n", "blob wiki/x", "copy=$c.copy-id"})
}

// changedBlob is a blob that Ana has read, and Ben has done something since.
func changedBlob(base, n string) (list []state) {
	anew := map[string]string{"x": " type=PageBlob size=512", "log": " v", "disk": " v"}[n]
	for _, happened := range []string{"clock 00:05.0\nben: set-container-metadata wiki meta.a=2\n" +
		"ben: set-blob-metadata wiki/src meta.a=2\nben: set-blob-tags wiki/src tag.a=2\n" +
		"ben: set-blob-metadata wiki/N meta.a=2\nben: set-blob-tags wiki/N tag.a=2\n",
		"ben: delete-blob wiki/src\n", "ben: delete-blob wiki/N\n", "ben: delete-container wiki\n",
		"ben: delete-container wiki\nclock 00:50.0\n",
		"ben: delete-blob wiki/N\nben: put-blob wiki/N" + anew + "\n",
		"clock 01:00.0\nben: set-container-acl wiki\n",
		"clock 01:00.0\nben: set-container-acl wiki\nclock 01:31.0\n",
		"set blob.copy=slow\nben: copy-blob wiki/N source=wiki/src\n"} {
		list = append(list, state{"blob", base + strings.ReplaceAll(happened, "N", n), "container wiki, blob wiki/" + n,
			strings.ReplaceAll(blobTags, "N", n)})
	}
	return list
}

// leasedBlob is a blob or container on which Ann has taken a lease, and what came of it.
func leasedBlob(base, object, n string) (list []state) {
	kind, place, _ := strings.Cut(object, " ")
	anew := map[string]string{"x": "put-blob wiki/x v", "log": "put-blob wiki/log type=AppendBlob",
		"disk": "put-blob wiki/disk type=PageBlob size=512", "wiki": "create-container wiki"}[n]
	changed := "clock 00:02.0\nann: set-K-metadata P meta.a=2 lease=$lN.lease\n"
	if kind == "blob" {
		changed += "ann: set-blob-tags P tag.a=2 lease=$lN.lease\n"
	}
	for _, then := range []string{"", "ann: release-K-lease P lease=$lN.lease\n", changed,
		"set blob.lease-on-nothing=refused\nann: delete-K P lease=$lN.lease\n",
		"ann: delete-K P lease=$lN.lease\nclock 00:50.0\nben: ANEW\n",
		"ann: change-K-lease P lease=$lN.lease id=guid:B\n",
		"ann: release-K-lease P lease=$lN.lease\nben: acquire-K-lease P duration=15 id=guid:B\n",
		"ben: break-K-lease P period=10\n", "ben: break-K-lease P period=0\n", "clock 00:20.0\n",
		"ben: break-K-lease P period=0\nclock 00:20.0\n",
		"clock 00:20.0\nben: acquire-K-lease P duration=15 id=guid:B\n",
		"ann: change-K-lease P lease=$lN.lease id=guid:B\nben: break-K-lease P period=10\n"} {
		lines := strings.NewReplacer("ANEW", anew, "K", kind, "P", place, "N", n).Replace(
			"ann: acquire-K-lease P duration=15 id=guid:A as lN\n" + then)
		list = append(list, state{"blob", base + lines, object, strings.ReplaceAll(blobLeases, "N", n)})
	}
	return list
}

// shareStates are what can have become of a file, its directory, its share, the handles and leases on it.
func shareStates() (list []state) {
	const (
		base = "seed: create-share s\nseed: create-directory s/d\nseed: create-file s/d/f size=10\nann: get-file " +
			"s/d/f as g\n" +
			"ann: snapshot-share s as sn\n"
		about = "share s, directory s/d, directory s/d/e, directory s/d/f, file s/d/f, file s/d/g"
		more  = "snapshot=$sn.snapshot, lease=guid:A, lease=guid:A id=guid:B, lease=guid:A snapshot=$sn.snapshot, " +
			"lease=guid:A id=guid:B snapshot=$sn.snapshot, duration=-1, source=s/d/f, " +
			"source=s/d/f source-snapshot=$sn.snapshot, range=0-1, range=0-1 body=ab, size=5"
		lease = "lease=$l.lease, lease=guid:B, duration=15, duration=-1, duration=-1 id=guid:B, lease=$l.lease " +
			"id=guid:B, " +
			"lease=guid:B id=guid:A, lease=$l.lease range=0-1 body=ab, source=s/d/f lease=$l.lease, source=s/d/f " +
			"lease=guid:B, source=s/d/f"
	)
	open := "ann: smb-create s/d/f access=A share=S as h\n"
	for _, happened := range []string{"ben: delete-file s/d/f\n", "ben: delete-file s/d/f\nben: delete-directory s/d\n",
		"ben: delete-share s snapshots=include\n", "ben: delete-share s snapshots=include\nclock 00:50.0\n",
		"tell ben $sn.snapshot\nben: delete-share s snapshot=$sn.snapshot\n",
		"ben: smb-create s/d/f access=RW share=none as h\n",
		"ben: smb-create s/d/f access=RW share=RWD as h\n", "ben: smb-create s/d/f access=R share=WD as h\n",
		"ben: smb-create s/d/f as h\n",
		"seed: create-file s/d/g size=10\nben: smb-create s/d/g access=RW share=RWD as h\n" +
			"ben: smb-lock $h.handle offset=0 length=4\n", "seed: create-file s/d/g size=10\n" +
			"ben: smb-create s/d/f access=RW share=RWD as h\nben: smb-lock $h.handle offset=0 length=4\n",
		"ben: smb-create s/d/f access=RW share=RWD as h\nben: smb-lock handle=$h.handle offset=0 length=4\n",
		"ben: smb-create s/d/f access=RW share=RWD oplock=RWH as h\nben: smb-write handle=$h.handle body=zz\nset " +
			"ben.responsive=off\n",
		"ben: smb-create s/d/f access=RWD share=RWD as h\nben: smb-set-disposition handle=$h.handle delete=true\n",
	} {
		happened = strings.ReplaceAll(happened, "handle=$h.handle", "$h.handle")
		list = append(list, state{"share", base + happened, about, more})
	}
	for _, end := range []string{"ann: smb-close $h.handle\n", "ben: force-close-handles s/d/f\n",
		"ben: delete-share s snapshots=include\n"} {
		list = append(list, state{"share", base + strings.NewReplacer("A", "RW", "S", "RWD").Replace(open) + end,
			"handle $h.handle", ""})
	}
	for _, object := range []string{"file s/d/f", "share s"} {
		kind, place, _ := strings.Cut(object, " ")
		for _, then := range []string{"", "ann: release-K-lease P lease=$l.lease\n",
			"ann: change-K-lease P lease=$l.lease id=guid:B\n", "ben: break-K-lease P\n",
			"ann: release-K-lease P lease=$l.lease\nben: acquire-K-lease P duration=-1 id=guid:B\n",
			"ben: break-K-lease P\nben: acquire-K-lease P duration=-1 id=guid:B\n"} {
			list = append(list, state{"share", base +
				fmt.Sprintf("ann: acquire-%s-lease %s duration=-1 id=guid:A as l\n", kind, place) +
				strings.NewReplacer("K", kind, "P", place).Replace(then), object, lease})
		}
	}
	for _, happened := range []string{"ben: create-directory s/e\n", "ben: smb-create s/d/f access=R share=R as h\n",
		"ben: smb-create s/d/f access=RW share=RWD as h\nben: smb-lock $h.handle offset=0 length=4\n",
		"ann: acquire-file-lease s/d/f duration=-1 id=guid:A as l\n",
		"ann: acquire-file-lease s/d/f duration=-1 id=guid:A as l\nben: break-file-lease s/d/f\n",
		"ann: acquire-file-lease s/d/f duration=-1 id=guid:A as l\nann: release-file-lease s/d/f lease=$l.lease\n" +
			"ben: acquire-file-lease s/d/f duration=-1 id=guid:B\n",
		"ann: acquire-file-lease s/d/f duration=-1 id=guid:A as l\nann: release-file-lease s/d/f lease=$l.lease\n",
	} {
		list = append(list, state{"share", base + happened, "directory s/e, file s/d/h",
			"source=s/d, source=s/d/f, source=s/d/f source-lease=guid:A, source=s/d/f source-lease=guid:B"},
			state{"share", base + "seed: create-file s/d/g size=10\n" + happened, "file s/d/f",
				"source=s/d/g replace=true"})
	}
	return list
}

// tairStates are keys of another type, with another version, gone, and there; each line alone and behind MULTI.
func tairStates() (list []state) {
	list = append(list, state{"tair",
		"set tair.wording=module\nseed: EXSET k 1\nann: EXGET k\nben: EXSET k 2\nann: MULTI\n" +
			"ann: EXCAS k 9 1\nann: EXEC\n", "", ""})
	for _, start := range []string{"seed: EXSET k 1\nann: EXGET k\nben: SET k v\n",
		"seed: SET k v\nann: GET k\nben: EXSET k 1\n",
		"seed: SET k v\nann: GET k\nben: DEL k\nben: EXSET k 1\n",
		"seed: EXSET k 1\nann: EXGET k\nben: DEL k\nben: SET k v\n",
		"seed: EXSET k 1\nann: EXGET k\nben: EXSET k 2\n", "seed: EXSET k 1\nann: EXGET k\nben: DEL k\n",
		"seed: SET k v\nann: GET k\nben: DEL k\n", "seed: SET k v\nann: GET k\nben: SET k w\n", "ben: EXSET k 2\n"} {
		list = append(list, state{"tair", start, "key k", "NX, XX, VER 1, VER 7"})
		for _, line := range []string{"SETNX k v", "EXSET k 9 VER 1", "EXSET k 9 NX", "EXSET k 9 XX", "SET k v XX",
			"SET k v NX",
			"EXCAS k 9 1", "EXCAD k 1", "EXSETVER k 5", "CAS k v z", "CAD k v", "COPY s k", "RENAME k s",
			"RESTORE k 0 x", "EXAPPEND k x", "EXINCRBY k 1 XX", "EXGAE k EX 5", "COPY k t", "DUMP k", "APPEND k x"} {
			list = append(list, state{"tair", "seed: SET s x\nann: DUMP s as d\n" + start + "ann: MULTI\nann: " + line +
				"\nann: EXEC\n", "", ""})
		}
	}
	return list
}
