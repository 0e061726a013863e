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
// A model made by hand can merge more. Four writers with three guarded changes each have 36,933 states here, and some
// 28,000 there. Of the difference 2,881 tell whether the newest version is a writer's own while it is about to read,
// and 5,624 whether what it has read is its own work or another's. The first does not count where the read cannot fail
// and shows all of it, the second where the content is made from that read: nothing of that is known of a plan in
// general, and only for what the writer knew is it tried (reread.go).
//
// A Result never claims more than was looked at: where a search ends early it says up to how many steps all orders were
// followed, and counts no orders.
package explore
