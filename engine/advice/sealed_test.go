package advice_test

import "testing"

// A sealed blob takes no append ever again (engine/blob/rules.md, "Append blobs"): what is told is where else to go,
// and with whom to settle it.
func TestASealIsForGood(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container logs\n" +
		"seed: put-blob logs/today \"\" type=AppendBlob\n"
	advises(t, []advised{
		{"by another", who + "ben: append-blob-seal logs/today\nann: append-block logs/today one\n", "", "",
			"logs/today is sealed for good: what is still to be written goes into another one. Settle with Ben, who " +
				"sealed it, where.", "send what fits"},
		{"by oneself", who + "ann: append-blob-seal logs/today\nann: append-block logs/today one\n", "", "",
			"logs/today is sealed for good", "Settle with"},
	})
}
