package advice_test

import (
	"testing"

	"interleave/engine"
)

// A refusal that may come from one's own first try: what is there by now may be somebody else's claim, who took it
// over since; and what its sender itself has taken away leaves nothing to settle, and no work of a marker to keep.
func TestAnOwnEchoGoesByWhatHasBecomeOfIt(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		renew = "ann: put-object lake/l \"ann 1\" if-none-match=* as c\n" +
			"ann: send put-object lake/l \"ann 2\" if-match=$c.etag as r\ndeliver r\nlose r\n" +
			"ann: put-object lake/l \"ann 2\" if-match=$c.etag again=r\n"
		taken = "ben: get-object lake/l as g\nben: put-object lake/l ben if-match=$g.etag\n"
		mark  = "ann: send put-object lake/m ann if-none-match=* as m\ndeliver m\nlose m\n" +
			"ann: put-object lake/m ann if-none-match=* again=m\n"
	)
	advises(t, []advised{
		{"taken over", who + renew + taken, engine.OwnEcho, "read",
			"If it is a claim, and somebody else's by now, stop.", ""},
		{"a marker", who + mark, engine.OwnEcho, "read", "If it is a marker, do not leave its work to others",
			"by now"},
		{"removed by itself", who + mark + "ann: delete-object lake/m\n", engine.OwnEcho, "",
			"Ana's own #4 has removed it since, whoever had made it: nothing is left to settle",
			"do not leave its work"},
	})
}
