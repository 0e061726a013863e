package script

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// random is the generator of Redis: that of drand48, which begins anew with each script here, so that a script does the
// same with the same data. Redis goes on from script to script.
//
// Source: Redis 7.0.15, rand.c and script_lua.c, redis_math_random.
type random struct{ x uint64 }

func (r *random) seed(n int32) { r.x = uint64(uint32(n))<<16 | 0x330e }

// next is a number from 0 up to 1, without it.
func (r *random) next() float64 {
	r.x = (r.x*0x5deece66d + 0xb) & (1<<48 - 1)
	return float64(r.x>>17%math.MaxInt32) / math.MaxInt32
}

// randoms adds math.random and math.randomseed to a library.
func randoms(l *lua.LState, t *lua.LTable) {
	r := &random{}
	r.seed(0)
	t.RawSetString("random", l.NewFunction(taking("random", func(l *lua.LState) int {
		chance, from, to := r.next(), 1, 1
		switch l.GetTop() {
		case 0:
			l.Push(lua.LNumber(chance))
			return 1
		case 1:
			to = l.CheckInt(1)
		case 2:
			from, to = l.CheckInt(1), l.CheckInt(2)
		default:
			l.RaiseError("wrong number of arguments")
		}
		if from > to {
			l.RaiseError("bad argument #%d to 'random' (interval is empty)", l.GetTop())
		}
		l.Push(lua.LNumber(math.Floor(chance*float64(to-from+1)) + float64(from)))
		return 1
	})))
	t.RawSetString("randomseed", l.NewFunction(taking("randomseed", func(l *lua.LState) int {
		r.seed(int32(integer(float64(l.CheckNumber(1)))))
		return 0
	})))
}
