package conflict

import "interleave/engine"

// Aside is an argument by which a request was let through or kept out, and that names no version which has to be there:
// it says nothing of the content that the request replaced.
type Aside struct {
	engine.Arg // as it went to the service
	Sort       AsideSort
}

// AsideSort says what an Aside looks at.
type AsideSort uint8

// The sorts of asides.
const (
	AsideLease     AsideSort = iota + 1 // the id of a lease
	AsideReceipt                        // a pop receipt
	AsideTags                           // a condition on the tags
	AsideAbsence                        // that nothing is there
	AsideUnchanged                      // that another version is there than one that was read, or a newer one
)

// Asides are those of a request, in the order in which it carried them.
func Asides(w *engine.World, x *engine.Exchange) (list []Aside) {
	for _, a := range x.Resolved() {
		p, ok := w.Spec(x.Verb).Param(a.Name)
		sort := AsideSort(0)
		switch {
		case !ok || p.Ignored || w.LeftOut(a.Value):
		case p.Guard == "lease":
			sort = AsideLease
		case p.Guard == "receipt":
			sort = AsideReceipt
		case p.Name == "if-tags":
			sort = AsideTags
		case p.Name == "if-none-match" && a.Value.String() == "*":
			sort = AsideAbsence
		case p.Name == "if-none-match", p.Name == "if-modified-since":
			sort = AsideUnchanged
		}
		if sort != 0 {
			list = append(list, Aside{a, sort})
		}
	}
	return list
}
