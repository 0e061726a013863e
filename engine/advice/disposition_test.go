package advice_test

import (
	"testing"

	"interleave/engine"
)

// What is there is emptied by OVERWRITE_IF and SUPERSEDE and left by OPEN_IF (engine/share/rules.md, "Open by
// disposition"): that is what a program which opens a file can do, and a lease of REST is nothing that it takes. Every
// handle that does not share has to be closed ("Sharing rule").
func TestAnOpenIsToldWhatItsProgramCanDo(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-share docs\n"
		file  = who + "seed: create-file docs/a size=3\nann: get-file docs/a\nben: put-range docs/a BEN range=0-2\n"
		reads = who + "seed: create-file docs/a size=3\nben: smb-create docs/a access=R share=R as h\n" +
			"cem: smb-create docs/a access=R share=R as i\n"
		opens = "ann: smb-create docs/a access=W share=RW\n"
		leave = "disposition=OPEN_IF, which leaves what is there as it is. The answer would be STATUS_SUCCESS."
		both  = "Each of these handles stops it: Ben's of #3, Cy's of #4. Wait until all are closed, then open it"
	)
	advises(t, []advised{
		{"OVERWRITE_IF", file + "ann: smb-create docs/a access=W share=R disposition=OVERWRITE_IF\n",
			engine.LostUpdate, "", leave, "A lease taken"},
		{"SUPERSEDE", file + "ann: smb-create docs/a access=WD share=R disposition=SUPERSEDE\n",
			engine.LostUpdate, "", leave, "A lease taken"},
		{"OVERWRITE", file + "ann: smb-create docs/a access=W share=R disposition=OVERWRITE\n",
			engine.LostUpdate, "", "disposition=OPEN, which leaves what is there as it is.", "A lease taken"},
		{"two handles", reads + opens, engine.SharedFile, "", both, ""},
		{"one of two handles", reads + opens + "ben: smb-close $h.handle\n", engine.SharedFile, "",
			"Wait until Cy closes it, then open it again.", "Ben"},
		{"one that fits, and one that does not", who + "seed: create-file docs/a size=3\n" +
			"ben: smb-create docs/a access=R share=RW as h\ncem: smb-create docs/a access=R share=R as i\n" + opens,
			engine.SharedFile, "", "Wait until Cy closes it, then open it again.", "Ben"},
	})
}
