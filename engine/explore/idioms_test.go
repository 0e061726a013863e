package explore_test

// idiomsOf are whole plans as people write them, by the first request of what is drawn from: markers with what their
// writer does without an answer, locks that are taken back, guarded changes that try again. WHO is the writer.
var idiomsOf = map[string][]string{
	"get-blob cont/a": {
		"put-blob cont/m WHO if-none-match=* as m; on lost m [put-blob cont/m WHO if-none-match=* again=m as n; " +
			"if n 201 [does inv]; if n 409 [does inv]]; if m 201 [does inv]",
		"put-blob cont/m WHO if-none-match=* as m; on lost m [get-blob cont/m as g; if g body=WHO [does inv]]; " +
			"if m 201 [does inv]",
		"loop 2 [get-blob cont/a as r; put-blob cont/a {$r.body + 1} if-match=$r.etag as w; break on w 201]",
		"acquire-blob-lease cont/a duration=15 as l; if l 201 [get-blob cont/a as r; put-blob cont/a {$r.body + 1} " +
			"lease=$l.lease; release-blob-lease cont/a lease=$l.lease]",
		"acquire-blob-lease cont/a duration=15 as l; on lost l [acquire-blob-lease cont/a duration=15 again=l as k; " +
			"if k 409 [stop]]; if l 201 [does inv]",
		"get-blob cont/a as a; wish move [put-blob cont/a {$a.body + -1} if-match=$a.etag; " +
			"put-blob cont/b {$a.body + 1}]",
		"acquire-container-lease cont duration=15 as l; if l 201 [set-container-metadata cont meta.x=WHO " +
			"lease=$l.lease; release-container-lease cont lease=$l.lease]",
		"put-blob cont/log type=AppendBlob if-none-match=*; append-block cont/log WHO as w; on lost w [append-block " +
			"cont/log WHO again=w]",
		"put-block cont/n WHO block=K1; put-block-list cont/n [latest K1] if-none-match=* as c; if c 201 [does inv]",
	},
	"get-messages jobs": {
		"get-messages jobs visibilitytimeout=5 as g; if g 0.receipt [does $g.0; delete-message $g.0 " +
			"popreceipt=$g.0.receipt as d; on lost d [delete-message $g.0 popreceipt=$g.0.receipt again=d]]",
		"get-messages jobs visibilitytimeout=5 as g; if g 0.receipt [update-message $g.0 popreceipt=$g.0.receipt " +
			"visibilitytimeout=10 as u; if u 204 [does $g.0; delete-message $g.0 popreceipt=$u.receipt]]",
		"put-message jobs WHO as p; on lost p [put-message jobs WHO again=p]",
		"loop 2 [get-messages jobs visibilitytimeout=5 as g; if g 0.receipt [delete-message $g.0 " +
			"popreceipt=$g.0.receipt as d; if d 204 [put-blob cont/x $g.0.text]] else [wait 5s]]",
	},
	"get-entity rows/p/a": {
		"insert-entity rows/p/m .by=WHO as m; on lost m [get-entity rows/p/m as g; if g .by=WHO [does inv]]; " +
			"if m 201 [does inv]",
		"insert-entity rows/p/m .by=WHO as m; on lost m [insert-entity rows/p/m .by=WHO again=m as n; " +
			"if n 409 [stop]; does inv]; if m 201 [does inv]",
		"loop 2 [get-entity rows/p/a as r; update-entity rows/p/a .n={$r..n + 1} if-match=$r.etag as w; " +
			"break on w 204]",
		"get-entity rows/p/a as r; merge-entity rows/p/a .m={$r..n + 1} if-match=*",
		"query-entities rows; entity-group-transaction rows p [insert-entity e .n=1; merge-entity a .n=9 if-match=*]",
	},
	"get-object lake/a": {
		"put-object lake/m WHO if-none-match=* as m; on lost m [put-object lake/m WHO if-none-match=* again=m as m]; " +
			"if m 412 [get-object lake/m as g; if g body=WHO [does inv]]; if m 200 [does inv]",
		"put-object lake/7 WHO if-none-match=* as m; if m 412 [put-object lake/8 WHO if-none-match=* again=m]",
		"loop 2 [get-object lake/a as r; put-object lake/a {$r.body + 1} if-match=$r.etag as w; break on w 200]",
		"create-multipart-upload lake/a as u; upload-part lake/a WHO upload=$u.upload part=1 as p; " +
			"complete-multipart-upload lake/a [1=$p.etag] upload=$u.upload as c; if c 200 [does inv]",
	},
	"GET k": {
		"SET m WHO NX EX 10 as l; if l OK [GET k as g; SET k {$g.value + 1}; EVAL \"if redis.call('get',KEYS[1]) == " +
			"ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end\" 1 m WHO]",
		"SET m WHO NX as m; on lost m [GET m as g; if g WHO [does inv]]; if m OK [does inv]",
		"loop 2 [EXGET d as r; EXSET d {$r.value + 1} VER $r.version as w; break on w OK]",
		"WATCH k; GET k as g; MULTI; SET k {$g.value + 1}; EXEC as e; if e nil [stop]; does inv",
		"GETSET k WHO; RENAME k q",
		"MGET k d; SET k WHO; SET d WHO",
	},
	"get-file docs/f": {
		"smb-create docs/f access=RW share=none as o; wait on o STATUS_SHARING_VIOLATION; smb-read $o.handle; " +
			"smb-write $o.handle W; smb-close $o.handle",
		"get-file docs/f as r; put-range docs/f W range=0-0",
		"acquire-file-lease docs/f duration=-1 as l; if l 201 [put-range docs/f L range=3-3 lease=$l.lease; " +
			"release-file-lease docs/f lease=$l.lease]",
		"smb-create docs/m access=RW share=RWD disposition=CREATE as m; if m STATUS_SUCCESS [does inv]",
	},
}
