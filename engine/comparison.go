package engine

import "slices"

// Comparison is a version that a client named, which was compared and held.
type Comparison struct {
	Object ObjectID // whose version that was; zero: of all that the request is about
	Stands []string // the parts that it stands for
}

// Comparisons are those of one request. One that names several objects compares each by itself.
type Comparisons []Comparison

// Of says whether a version was compared for an object.
func (list Comparisons) Of(object ObjectID) bool {
	return slices.ContainsFunc(list, func(c Comparison) bool { return c.of(object) })
}

// Stand says whether one of the versions stands for a part.
func (list Comparisons) Stand(p Part) bool {
	return slices.ContainsFunc(list, func(c Comparison) bool {
		return c.of(p.Object) && slices.Contains(c.Stands, p.Name)
	})
}

func (c Comparison) of(object ObjectID) bool { return c.Object == ObjectID{} || c.Object == object }
