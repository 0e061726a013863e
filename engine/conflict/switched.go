package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// switched says of a setting that another had switched on, or off, that the request did the opposite: it is not another
// value of the same that was lost. Empty for anything else.
//
// Source: Azure REST, "Set Blob Service Properties" (Enabled); Amazon S3 API, "PutObjectLegalHold".
func (t teller) switched() string {
	what, of := strings.Replace(t.what(), "property ", "", 1), t.ofWhich()
	who, by := t.who(t.c.Whose), t.who(t.c.By)
	was, is := t.switchedTo(t.w.Exchange(t.c.Victim.Request)), t.switchedTo(t.x)
	switch {
	case was == "" || is == "" || was == is:
		return ""
	case is == "OFF":
		return fmt.Sprintf("%s %s%s was lifted by %s", possessive(who), what, of, by)
	case was == "OFF":
		return fmt.Sprintf("%s had lifted the %s%s, and %s set it again", who, what, of, by)
	case is == "false":
		return fmt.Sprintf("%s %s%s was switched off by %s", possessive(who), what, of, by)
	}
	return fmt.Sprintf("%s had switched %s%s off, and %s switched it on", who, what, of, by)
}

// switchedTo is what a request set the finding's part to, where that is a switch: ON or OFF of a hold, true or false of
// a policy. Empty where it is none.
func (t teller) switchedTo(x *engine.Exchange) string {
	if x == nil {
		return ""
	}
	part, _, _ := strings.Cut(t.c.Part, ofVersion)
	for _, arg := range x.Resolved() {
		if arg.Name != part && arg.Name != "property."+part {
			continue
		}
		switch value := arg.Value.String(); {
		case value == "ON", value == "OFF":
			return value
		case strings.Contains(value, "<Enabled>true</Enabled>"):
			return "true"
		case strings.Contains(value, "<Enabled>false</Enabled>"):
			return "false"
		}
	}
	return ""
}
