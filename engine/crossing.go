package engine

// Crossing is a request that a page of another origin has a browser send, or what the browser asks before that.
//
// Source: the Fetch standard, "HTTP CORS protocol".
type Crossing struct {
	Target  string   // the account or the bucket that it goes to
	Origin  string   // of the page; empty: nobody says
	Method  string   // of the request, also where the browser asks before
	Headers []string // that the browser says it will send
	Asks    bool     // the browser asks before
}

// OriginRule says from which origins a service may be used, and how.
type OriginRule struct {
	Origins, Methods, Headers, Exposed []string
	MaxAge                             string // in seconds; empty: nothing is said
}

// Crossed is what the rules of a service say of a crossing.
type Crossed struct {
	Missing bool        // what the request goes to is not there
	Ruled   bool        // there are rules
	Rule    *OriginRule // that lets it in; nil: none does
	Anyone  bool        // that rule lets in every origin
}

// Crosser is a state that has rules on other origins elsewhere than in the properties of its service.
type Crosser interface {
	// Cross says what they say of a request. Nothing is changed.
	Cross(Crossing) Crossed
}

// Cross is what the rules of a service say of a request from a page of another origin. They are no part of judging it:
// what is not let in is carried out all the same, and the browser keeps the answer from its page.
func (w *World) Cross(service string, c Crossing) Crossed {
	for i, s := range w.services {
		if s.Name != service {
			continue
		}
		switch state := w.states[i].(type) {
		case Crosser:
			return state.Cross(c)
		case Served:
			p := state.Properties()
			return p.Cross(p.Get(c.Target).of("Cors").text, c)
		}
	}
	return Crossed{}
}
