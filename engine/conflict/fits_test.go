package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A refusal that is nobody's trouble names its code, and says in words what would fit: the limits are those of the
// services' pages.
func TestAWrongRequestIsToldWhatWouldFit(t *testing.T) {
	for _, row := range []struct{ line, code, fits string }{
		{"create-container Wiki!", "InvalidResourceName", "lower-case letters, digits and single dashes"},
		{"create-container w", "OutOfRangeInput", "3 to 63 characters"},
		{"create-queue Jobs", "InvalidResourceName", "lower-case letters, digits and single dashes"},
		{"create-table 1st", "InvalidResourceName", "begins with a letter"},
		{"create-bucket X", "InvalidBucketName", "3 to 63 lower-case letters, digits, dots and dashes"},
		{"create-directory s/a*b", "InvalidFileOrDirectoryPathName", `none of \ : | < > * ? "`},
		{"acquire-blob-lease wiki/a duration=10", "InvalidHeaderValue", "15 to 60 seconds, or -1 for ever"},
		{"get-messages jobs numofmessages=33", "OutOfRangeQueryParameterValue", "1 to 32 messages"},
		{"put-message jobs m messagettl=0", "InvalidQueryParameterValue", "1 second or more, or -1"},
		{"put-object lake/" + strings.Repeat("k", 1025) + " x", "KeyTooLongError", "1024 bytes"},
	} {
		r, last := run(t, "seed: create-container wiki\nseed: put-blob wiki/a v1\nseed: create-queue jobs\n"+
			"seed: create-share s\nseed: create-bucket lake\nann: "+row.line+"\n")
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != "" || !strings.Contains(told.First, row.code) || !strings.Contains(told.Law, row.fits) ||
			told.Rule.Document == "" {
			t.Errorf("%s: %s; %s; %+v", row.line, told.First, told.Law, told.Rule)
		}
	}
}

// A line with wrong words is told how it is written: the forms are those of the service's page. One whose words are
// right and that is refused for what is there is not.
func TestALineWithWrongWordsIsToldItsForm(t *testing.T) {
	const time = "TIME is EX seconds, PX milliseconds, or EXAT or PXAT with Unix time."
	for _, row := range []struct{ line, fits string }{
		{"EXSET k v VER", "Syntax: EXSET key value [TIME] [NX or XX] [VER n or ABS n]"},
		{"EXSET k v FOO", time},
		{"EXSET k", "Syntax: EXSET key value"},
		{"EXCAS a v abc", "Syntax: EXCAS key value version [TIME] [KEEPTTL]. " + time},
		{"EXCAD a", "Syntax: EXCAD key version."},
		{"SET k v EX 0", "Syntax: SET key value [TIME]"},
		{"EXPIRE held soon", "Syntax: EXPIRE key seconds [NX or XX or GT or LT]."},
		{"SETRANGE held -1 x", "Syntax: SETRANGE key offset text."},
		{"INCRBY held many", "Syntax: INCRBY key n."},
		{"EXPIRE held 100 soon", "Syntax: EXPIRE key seconds [NX or XX or GT or LT]."},
		{"CONFIG FOO", "Syntax: CONFIG GET pattern."}, {"FLUSHALL now", "Syntax: FLUSHALL."},
		{"EXEC", ""}, {"INCR held", ""},
		{"EXGET held", ""}, {"EXSET k x VER 7", ""}, {"EXSET k x NX", ""},
	} {
		r, last := run(t, "seed: SET held v\nseed: EXSET k v\nann: "+row.line+"\n")
		law := conflict.Story(r.Timeline.World(), last).Law
		if row.fits == "" && strings.Contains(law, "Syntax") || !strings.Contains(law, row.fits) {
			t.Errorf("%s: %s", row.line, law)
		}
	}
}

// What a call takes and never compares would not have stopped anything: the law does not speak of its absence.
func TestAnIgnoredGuardIsNoLaw(t *testing.T) {
	const box = "seed: create-container wiki\nann: get-container-properties wiki as a\n" +
		"ben: set-container-metadata wiki meta.a=1\nann: set-container-metadata wiki meta.b=2"
	for _, row := range []struct{ lines, law string }{
		{box + "\n", "set-container-metadata compared nothing: the last writer wins."},
		{box + " if-match=$a.etag\n", "compares nothing here."},
	} {
		r, last := run(t, row.lines)
		if law := conflict.Story(r.Timeline.World(), last).Law; !strings.HasSuffix(law, row.law) {
			t.Errorf("%s%q", row.lines, law)
		}
	}
}

// A signature that names no policy is not told that it lacks a right, and of one that is not good yet the date stands
// there once.
func TestASignatureIsToldWhatItsPolicyLacks(t *testing.T) {
	for _, row := range []struct{ under, says, never string }{
		{"nobody", "There was no access policy nobody.", "is needed"},
		{"early", "Access policy early was to begin at", "That lasts until"},
	} {
		r, last := run(t, "seed: create-table stock\nseed: set-table-acl stock policy.early=r "+
			"policy-start.early=2036-01-01\nann: query-entities stock under="+row.under+"\n")
		told := conflict.Story(r.Timeline.World(), last)
		said := told.Steps[len(told.Steps)-1].Text
		if !strings.Contains(said, row.says) || strings.Contains(said, row.never) {
			t.Errorf("%s: %s", row.under, said)
		}
	}
}
