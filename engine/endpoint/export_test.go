package endpoint

import "interleave/engine/room"

// Room is where the server's requests go.
func (s *Server) Room() *room.Room { return s.room }
