package view

import "interleave/engine"

// Properties are the fields of what is there of an object, or of the trace of its removal; nothing where there never
// was one. It is the part of Truth that costs no walk through the path: for those who list many objects.
func (v *View) Properties(object engine.ObjectID) []engine.Property {
	return engine.Properties(v.world.Object(object))
}
