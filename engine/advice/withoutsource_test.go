package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A rename or a copy takes its source as it finds it (engine/share/rules.md, "Rename"; engine/tair/rules.md,
// "Values"; engine/blob/rules.md, "Copy"): where that is gone by now, or stands elsewhere, the name that
// was taken is no question.
func TestARefusedRenameIsNotSentWithoutItsSource(t *testing.T) {
	const (
		files = who + "seed: create-share docs\nseed: create-directory docs/d\nseed: create-file docs/d/a size=1\n" +
			"ben: create-file docs/b size=1\nann: rename-file docs/b source=docs/d/a\n"
		free  = "ben: delete-file docs/b\n"
		keys  = who + "seed: SET a 1 EX 10\nben: SET b 2\nann: LINE a b\n"
		blobs = who + "seed: create-container hub\nseed: put-blob hub/a one\nben: put-blob hub/b one\n" +
			"ann: copy-blob hub/b source=hub/a if-none-match=*\n"
		slow = who + "set blob.copy=slow\nseed: create-container hub\nseed: put-blob hub/a one\n" +
			"seed: put-blob hub/x x\nseed: put-blob hub/b b\n"
		under = "ann: copy-blob hub/b source=hub/a as c\nben: copy-blob hub/b source=hub/x\n"
		lost  = "hub/x is gone, by Ana's #7 (delete-blob): nothing is left to copy."
		moved = "docs/d/a is docs/c now, by Ben's #6 (rename-file). Settle with Ben what is to become of it."
	)
	line := func(verb string) string { return strings.Replace(keys, "LINE", verb, 1) }
	advisesBehind(t, []advised{
		{"moved, the name still taken", files + "ben: rename-file docs/c source=docs/d/a\n", engine.AlreadyThere, "",
			moved, "Read what is there"},
		{"moved, the name free", files + "ben: rename-file docs/c source=docs/d/a\n" + free, engine.AlreadyThere, "",
			moved, "Create it"},
		{"moved with its directory", files + free + "ben: rename-directory docs/e source=docs/d\n",
			engine.AlreadyThere, "", "docs/d/a is docs/e/a now, by Ben's #7 (rename-directory).", "Create it"},
		{"moved back", files + free + "ben: rename-file docs/c source=docs/d/a\n" +
			"ben: rename-file docs/d/a source=docs/c\n", engine.AlreadyThere, "retry",
			"Send the same again, if it is still wanted", "now"},
		{"deleted", files + free + "ben: delete-file docs/d/a\n", engine.AlreadyThere, "",
			"docs/d/a is gone already, by Ben's #7 (delete-file): nothing is left to rename.", "Create it"},
		{"a key", line("RENAMENX") + "ben: RENAME a c\nben: DEL b\n", engine.AlreadyThere, "",
			"a is c now, by Ben's #4 (RENAME). Settle with Ben what is to become of it.", "Create it"},
		{"a key that has expired", line("RENAMENX") + "clock +20s\n", engine.AlreadyThere, "",
			"a has expired: nothing is left to rename.", "b and decide"},
		{"a copy of a key", line("COPY") + "ben: RENAME a c\nben: DEL b\n", engine.AlreadyThere, "",
			"a is c now, by Ben's #4. Copy from there, if it is still wanted.", "Create it"},
		{"a copy of a blob", blobs + "ben: delete-blob hub/a\nben: delete-blob hub/b\n", engine.AlreadyThere, "",
			"hub/a is gone, by Ben's #5 (delete-blob): nothing is left to copy.", "Create it"},
		{"beside a copy under way", slow + under + "ann: delete-blob hub/x\n", engine.Unfinished, "", lost, "is over"},
		{"whose end was waited for", slow + under + "ann: delete-blob hub/x\nfinish c\n", engine.Unfinished, "", lost,
			"What was there"},
		{"a copy over a newer version", slow + "ben: get-blob hub/b as b\nann: put-blob hub/b bb\n" +
			"ben: copy-blob hub/b source=hub/x if-match=$b.etag\nann: delete-blob hub/x\n", engine.StaleWrite, "",
			"hub/x is gone, by Ana's #8", "Read again"},
		{"a piece of it", slow + "ben: put-blob hub/l \"\" type=AppendBlob\nann: append-block hub/l a\n" +
			"ben: append-block-from-url hub/l source=hub/x appendpos=0\nann: delete-blob hub/x\n", engine.StaleWrite,
			"", "hub/x is gone, by Ana's #8", "Read again"},
	})
}
