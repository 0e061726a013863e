package room

import "interleave/engine"

// Cross is what the rules of a service say of a request that a page of another origin has sent. Where somebody looks
// elsewhere they are those of where the programs are.
func (r *Room) Cross(service string, c engine.Crossing) engine.Crossed {
	r.mu.Lock()
	defer r.mu.Unlock()
	world := r.line.World()
	if !r.isLive() {
		world = r.line.At(r.seats.live)
	}
	return world.Cross(service, c)
}
