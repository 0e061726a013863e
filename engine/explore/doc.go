// Package explore finds all orders of what several writers may still do: every outcome with the number of orders that
// lead to it, every kind of mark with the shortest order that makes it, and who waits for ever.
//
//	r := explore.Search(explore.Input{World: w}, explore.Budget{Faults: 1}, each, tick)
//	fmt.Println(r.Verdict()) // complete within budgets: faults <= 1: 50 orders in 45 states, 64 transitions, depth 6
//
// A step is one request, decided and its answer heard; a fault is another way in which that step goes; the clock moves
// only by jumps to the next deadline. All of it is paid from a budget. No rule of a service stands here: the steps are
// carried out by the engine, each kind of them once, and remembered by what they can depend on (memo.go).
//
// Two moments are the same where their bytes are (form.go): all records of the services, what each writer may still
// look at of what it heard, and what the referee's marks depend on, with minted tokens, events, requests and writers
// numbered by their first mention. Moments that are the same are followed once; the number of orders is the number of
// ways through the graph of them.
//
// Where writers read whole objects before they write, what they knew before does not count (reread.go). Where all
// their writes are compare-and-swaps of what they have just read, neither does whose the work is (swaps.go): four
// writers with three guarded changes each have 28,428 states then, as many as a model made by hand, and 36,933
// without. Both are tried of each step that the engine carries out.
//
// A Result never claims more than was looked at: where a search ends early it says up to how many steps all orders were
// followed, and counts no orders.
package explore
