package advice_test

import (
	"testing"

	"interleave/engine"
)

// Who had no answer to the try whose echo this is cannot tell the two ways apart in which the refusal comes about: what
// only the service knows is no advice. Where the answer came after all, the sender knows.
func TestAnEchoOfWhatWasNotAnsweredIsNoCertainty(t *testing.T) {
	const (
		either = "which had no answer, was done, and this is its echo, or somebody else brought it about"
		sure   = "Stop: #"
		file   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share sh\nseed: create-file sh/f 4\n"
		rename = "writer ann \"Ana\"\nseed: SET a 1\nann: send RENAME a b as p\ndeliver p\n"
		lock   = file + "ann: smb-create sh/f access=RW share=RW disposition=OPEN as h\nann: send smb-lock $h.handle " +
			"offset=0 length=2 fail-immediately=true as p\ndeliver p\nlose p\n" +
			"ann: smb-lock $h.handle offset=0 length=2 fail-immediately=true again=p\n"
		open = file + "ann: send smb-create sh/f access=RW share=R disposition=OPEN as p\ndeliver p\nlose p\n" +
			"ann: smb-create sh/f access=RW share=R disposition=OPEN again=p\n"
	)
	saysAtEnd(t, rename+"lose p\nann: RENAME a b again=p\n", engine.OwnEcho, either, sure)
	saysAtEnd(t, lock, engine.OwnEcho, either, sure)
	saysAtEnd(t, open, engine.OwnEcho, "its handle is open, and nobody works with it", sure)
	saysAtEnd(t, rename+"ann: send RENAME a b again=p as q\ndeliver q\nanswer q\nanswer p\n", engine.OwnEcho, sure,
		either)
}
