package engine

import "slices"

// Elements are the properties of a service as a whole, as somebody set them: Logging, Cors and so on. Each is replaced
// by itself; what nobody has set is empty.
type Elements struct{ set []element }

type element struct {
	name, text string
	by         Mark
}

// Walk hands out the fields.
func (e *Elements) Walk(v Visitor) {
	for i := range e.set {
		v.Text("property."+e.set[i].name, &e.set[i].text)
		v.Mark("changed."+e.set[i].name, &e.set[i].by)
	}
}

func (e *Elements) of(name string) element {
	if e != nil {
		for _, one := range e.set {
			if one.name == name {
				return one
			}
		}
	}
	return element{name: name}
}

// ElementsOf are the properties of a service by account.
type ElementsOf struct {
	Table[*Elements]
	Names   []string // of the elements that there are
	Unknown *Rule    // what refuses any other, one that stands there twice, and one that does not fit
	// Fits says whether an element can hold a text.
	Fits func(name, text string) bool
	// Cross is what the text of Cors says of a request from a page of another origin.
	Cross func(rules string, c Crossing) Crossed
}

// tell is the answer to who reads those of an account: 200 with property.Logging and so on for each of the names.
func (s ElementsOf) tell(tx *Tx, account string) Answer {
	var list []Field
	for _, name := range s.Names {
		one := s.Get(account).of(name)
		tx.Show(Part{Object: s.Object(account), Name: name, Mark: one.by})
		list = append(list, Field{Name: "property." + name, Value: Text(one.text)})
	}
	return tx.Done(200, list...)
}

// set sets some of an account's anew and answers 202; the others stay, and where none is given all do.
func (s ElementsOf) set(tx *Tx, account string, given []Pair) Answer {
	for i, p := range given {
		twice := slices.ContainsFunc(given[:i], func(q Pair) bool { return q.Name == p.Name })
		if twice || !slices.Contains(s.Names, p.Name) || !s.Fits(p.Name, p.Text) {
			return tx.Refuse(&Cause{Rule: s.Unknown, Want: Text(p.Name)})
		}
	}
	if len(given) > 0 {
		s.Put(tx, account, s.Get(account).replaced(tx, s.Object(account), given))
	}
	return tx.Done(202)
}

func (e *Elements) replaced(tx *Tx, object ObjectID, given []Pair) *Elements {
	next := &Elements{}
	if e != nil {
		next.set = slices.Clone(e.set)
	}
	for _, p := range given {
		tx.Change(Change{Part: Part{Object: object, Name: p.Name, Mark: e.of(p.Name).by}})
		next.set = slices.DeleteFunc(next.set, func(old element) bool { return old.name == p.Name })
		next.set = append(next.set, element{p.Name, p.Text, tx.Mark()})
	}
	return next
}

// Served is the state of a service that has such properties.
type Served interface{ Properties() ElementsOf }

// GetServiceProperties reads the properties of a service of an account.
//
// Answers: 200 with property.Cors and so on, for each element that the service has.
//
// Source: Azure REST, "Get Queue Service Properties", "Get Table Service Properties"; Azure Files REST, "Get File
// Service Properties".
type GetServiceProperties struct {
	Account string `op:"account" help:"the account"`
}

// Apply reads.
func (o GetServiceProperties) Apply(tx *Tx) Answer {
	return tx.State().(Served).Properties().tell(tx, o.Account)
}

// SetServiceProperties replaces those elements of a service's properties that it names; the others stay. It takes no
// condition: the last writer wins.
//
// Answers: 202; 400 InvalidXmlDocument for an element that there is not, or rules in Cors that are none.
//
// Source: Azure REST, "Set Queue Service Properties", "Set Table Service Properties"; Azure Files REST, "Set File
// Service Properties".
type SetServiceProperties struct {
	Account  string `op:"account" help:"the account"`
	Elements []Pair `op:"property.*,content" help:"an element; the others stay"`
}

// Apply replaces.
func (o SetServiceProperties) Apply(tx *Tx) Answer {
	return tx.State().(Served).Properties().set(tx, o.Account, o.Elements)
}

// ServiceStats says how far the copy of a service in another region has come. There is one region here: the copy has
// all that was written until now.
//
// Answers: 200 with geo-status and last-sync.
//
// Source: Azure REST, "Get Blob Service Stats", "Get Queue Service Stats" and "Get Table Service Stats".
type ServiceStats struct {
	Account string `op:"account" help:"the account"`
}

// Apply reads.
func (ServiceStats) Apply(tx *Tx) Answer {
	return tx.Done(200, Field{Name: "geo-status", Value: Text("live")},
		Field{Name: "last-sync", Value: Moment(tx.Now())})
}
