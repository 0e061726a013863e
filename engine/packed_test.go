package engine

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	tt "testing"
	"unsafe"
)

// filler fills whatever it is given with chance: each field, also those that nobody outside sees, so that one that is
// added to a request and not written for the past is found here.
type filler struct{ *rand.Rand }

func (f filler) fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(f.Int64() >> f.IntN(64) * int64(1-2*f.IntN(2)))
	case reflect.Uint8:
		v.SetUint(uint64(f.IntN(9)))
	case reflect.Uint64:
		v.SetUint(f.Uint64() >> f.IntN(64))
	case reflect.String:
		texts := []string{"", "a", "app", "blob", "wiki/home.md", fmt.Sprint(f.Uint64()),
			fmt.Sprintf("%0300d", f.Uint64())}
		v.SetString(texts[f.IntN(len(texts))])
	case reflect.Slice:
		if n := f.IntN(4); n > 0 && depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
			for i := range n - 1 {
				f.fill(v.Index(i), depth-1)
			}
		}
	case reflect.Pointer:
		if f.IntN(2) == 0 && depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth-1)
		}
	case reflect.Struct:
		if one := v.Addr().Interface(); v.Type() == reflect.TypeFor[Mark]() && f.IntN(3) == 0 {
			*one.(*Mark) = Mark{}
			return
		}
		for i := range v.NumField() {
			field := v.Field(i)
			f.fill(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem(), depth)
		}
	default:
		panic("a request has a field of a kind that nobody fills: " + v.Type().String())
	}
}

// exchange is a request with everything in it, or little of it.
func (f filler) exchange(number int, spec *OpSpec) *Exchange {
	x := &Exchange{Sending: &Sending{}, Verdict: undecided, Sequel: noSequel}
	own := []any{&x.Decided, &x.Took, &x.Altered, &x.Heard, &x.HeardBefore}
	if reflect.TypeFor[Exchange]().NumField() != 3+len(own) {
		panic("a field of a request is missing here")
	}
	for _, p := range own {
		f.fill(reflect.ValueOf(p).Elem(), 3)
	}
	x.spec, x.keys = spec, ""
	f.sending(x.Sending, number, spec)
	if f.IntN(4) > 0 {
		x.Verdict = &Verdict{}
		f.fill(reflect.ValueOf(x.Verdict).Elem(), 3)
	}
	switch f.IntN(4) {
	case 0:
		x.Sequel = &Sequel{}
		f.fill(reflect.ValueOf(&x.Sequel.Compared).Elem(), 3)
	case 1:
		x.Sequel = &Sequel{Again: []int{number + 1}, GaveUp: When{7, 8}}
	}
	return x
}

func (f filler) sending(x *Sending, number int, spec *OpSpec) {
	v := reflect.ValueOf(x).Elem()
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; name != "spec" && name != "keys" && name != "named" {
			field := v.Field(i)
			f.fill(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem(), 3)
		}
	}
	x.Number, x.Verb, x.named, x.spec = number, spec.Verb, nameRecord{number}, spec
	if f.IntN(3) > 0 {
		x.sent, x.given = x.Args, x.Args
	}
	if f.IntN(3) > 0 {
		x.Words = Words{On: "c1"}
	}
}

// The oracle of what is past is a map: each request is what it was, to the last field, however often the table was
// forked, packed, written and read between.
func TestWhatIsPastIsWhatItWas(t *tt.T) {
	spec := &OpSpec{Verb: "put-blob"}
	for seed := range uint64(4) {
		f := filler{rand.New(rand.NewPCG(seed, 0))}
		first := newNumbered("request")
		first.packer = packsExchanges{map[string]*OpSpec{spec.Verb: spec}, &recalled{}}
		tables, oracles := []*table{first}, []map[int]*Exchange{{}}
		for range 2 * (wholePages + 4) * pageSize {
			n := f.IntN(len(tables))
			one, written := tables[n], oracles[n]
			number := one.used + 1
			if f.IntN(8) == 0 && number > 1 { // something comes of it long after, or it is taken back
				number = 1 + f.IntN(number-1)
			}
			x := f.exchange(number, spec)
			one.set(keysOf(number)[:keySize], x)
			if written[number] = x; f.IntN(30) == 0 {
				one.set(keysOf(number)[:keySize], nil)
				delete(written, number)
			}
			if f.IntN(4*pageSize) == 0 && len(tables) < 3 {
				tables, oracles = append(tables, one.fork()), append(oracles, maps.Clone(written))
			}
			if f.IntN(8*pageSize) == 0 {
				one.packUpTo(one.used/pageSize - 2)
			}
		}
		packed := 0
		for n, one := range tables {
			for number := range one.used {
				got, _ := one.numberedAt(number + 1).(*Exchange)
				if want := oracles[n][number+1]; !reflect.DeepEqual(got, want) {
					t.Fatalf("table %d has of request %d\n%+v\n%+v\nwant\n%+v\n%+v", n, number+1, got, got.Sending,
						want, want.Sending)
				}
			}
			for name, r := range one.all() {
				if x := r.(*Exchange); x.key() != name {
					t.Fatalf("request %d is called %s", x.Number, name)
				}
			}
			for _, p := range one.pages {
				if p.packed != nil {
					packed++
				}
			}
		}
		if packed == 0 {
			t.Fatal("nothing was packed")
		}
	}
}

// Names are found in the past, and who gave a name up long ago gives it again.
func TestNamesOfThePastAreFound(t *tt.T) {
	one := newTable[*nameRecord]("name")
	one.packer = packsNames{}
	number, last := map[string]int{}, (wholePages+4)*pageSize
	for n := range last {
		name := fmt.Sprintf([]string{"r%d", "q%d"}[n%2], n)
		one.set(name, &nameRecord{n})
		number[name] = n
	}
	other := one.fork()
	one.set("r200", &nameRecord{last + 200}) // the first that is written behind a fork is of the past
	for name, n := range number {
		if n%5 == 0 {
			one.set(name, &nameRecord{last + n})
		}
		if n%7 == 0 {
			one.set(name, nil)
		}
	}
	for name, n := range number {
		want := n
		if got := got[*nameRecord](other, name); got == nil || got.number != n {
			t.Fatalf("%s is %v on the fork, want %d", name, got, n)
		}
		if n%5 == 0 {
			want += last
		}
		if got := got[*nameRecord](one, name); (got == nil) != (n%7 == 0) || got != nil && got.number != want {
			t.Fatalf("%s is %v, want %d", name, got, want)
		}
	}
	if one.pages[0].packed == nil || len(one.sorted()) != one.live {
		t.Fatalf("%d names of %d, packed: %v", len(one.sorted()), one.live, one.pages[0].packed != nil)
	}
}

// Who judges what replaces one's work asks for that one several times: it is made once, and not with its whole page.
func TestOneOfThePastIsMadeOnce(t *tt.T) {
	spec := &OpSpec{Verb: "put-blob"}
	one := newNumbered("request")
	one.packer = packsExchanges{map[string]*OpSpec{spec.Verb: spec}, &recalled{}}
	f := filler{rand.New(rand.NewPCG(1, 1))}
	for number := 1; number <= 3*pageSize; number++ {
		one.set(keysOf(number)[:keySize], f.exchange(number, spec))
	}
	one.packUpTo(1)
	written := pageSize
	for one.pages[0].packed.from[written%pageSize] == 0 {
		written++
	}
	first := one.numberedAt(written + 1)
	if again := tt.AllocsPerRun(10, func() { one.numberedAt(written + 1) }); again > 0 {
		t.Errorf("a request that was asked for before is made in %v pieces of memory once more", again)
	}
	if one.pages[0].packed.all.Load() != nil {
		t.Error("its page is made for one request")
	}
	if !reflect.DeepEqual(first, one.fork().numberedAt(written+1)) {
		t.Error("a fork has another one")
	}
}

// A text stands in a page once, however many of its requests have it.
func TestTextsOfAPageAreWrittenOnce(t *tt.T) {
	c := coder{writes: true, seen: &[seenMost]written{}}
	texts := []string{"put-blob", "wiki/home.md", "key:000000000123", "key:000000000124"}
	for range 8 {
		for i := range texts {
			c.words(&texts[i])
		}
	}
	once := 0
	for _, text := range texts {
		once += 1 + len(text)
	}
	if most := once + 7*2*len(texts); len(c.text) > most {
		t.Errorf("%d texts take %d bytes, not at most %d", 8*len(texts), len(c.text), most)
	}
}
