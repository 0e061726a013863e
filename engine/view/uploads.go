package view

import (
	"slices"

	"interleave/engine"
)

// UploadPart is a part of an upload that its writer was told is there.
type UploadPart struct {
	Number, Answer string // as it was sent, and the answer that brought its tag
}

// Parts are the parts that the writer has uploaded for an object, in the order of their numbers as they were first
// sent: those of the newest upload of which it heard. Of a part that was sent again the newest answer counts.
func (k *Known) Parts(object engine.ObjectID) (list []UploadPart) {
	upload := ""
	for x := range k.heard() {
		number, of := wordOf(x, "part"), engine.ValueOf(x.Resolved(), "upload").String()
		if x.Object != object || number == "" || of == "" || !x.Answer.Accepted() || upload != "" && of != upload {
			continue
		}
		upload = of
		if !slices.ContainsFunc(list, func(p UploadPart) bool { return p.Number == number }) {
			list = append([]UploadPart{{Number: number, Answer: x.Name}}, list...)
		}
	}
	return list
}
