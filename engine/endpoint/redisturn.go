package endpoint

import "net"

// turnMost is how many commands of one connection are carried out while the others wait.
const turnMost = 64

// turn is the right of a connection of Redis to be carried out, while the others wait. Commands that came in one piece
// are carried out one behind the other, as Redis does it: with each of them in competition for the room, two processors
// would do little else than hand it to one another.
//
// Source: Redis 7.0.15, networking.c, processInputBuffer.
type turn struct {
	has  bool
	done int // commands that were carried out in it
}

// takesTurn waits until it is the connection's turn.
func (c *redisConn) takesTurn() {
	if c.turn.done == turnMost {
		c.yield()
	}
	if c.turn.done++; !c.turn.has {
		c.server.turn.Lock()
		c.turn.has = true
	}
}

// yield lets others have their turn. It stands in front of whatever may wait for somebody, or take long.
func (c *redisConn) yield() {
	if c.turn.done = 0; c.turn.has {
		c.turn.has = false
		c.server.turn.Unlock()
	}
}

// yielding is a connection to whose client nothing is written in its turn: it may not read.
type yielding struct {
	net.Conn
	c *redisConn
}

func (y yielding) Write(text []byte) (int, error) {
	y.c.yield()
	return y.Conn.Write(text)
}
