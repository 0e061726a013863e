package endpoint

import (
	"context"
	"net"
)

// redis answers a connection of Redis.
func (s *Server) redis(_ context.Context, _ net.Conn) {}
