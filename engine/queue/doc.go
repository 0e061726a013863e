// Package queue is Azure's queues and messages: their operations, their documented refusals, their state.
//
// A message is visible, hidden until an instant, expired or gone; which, follows from the clock. Whoever receives it
// gets a pop receipt, the next receiver another one, and only the newest counts. Nothing else is guarded: the service
// knows no condition and no lease, so the queue protects itself and never the work outside of it. What a worker has
// done there it says with `does`, or by deleting the message.
//
// A request is judged in the order of rules.md, "Order of checks": name, parameters, queue, message, receipt, the
// operation's own rules. A message is called by its queue and its id, as `jobs/4ce6..`; an answer gives it under the
// place in its list, as `$a.0`, with its fields behind that, as `$a.0.receipt`.
//
// Parts, as the referee sees them, are the text of a message, metadata and acl of a queue, each element of the service
// properties. What was removed leaves a record that says by whom, also after its queue was made again.
//
// Sources: rules.md, which goes back to the Azure REST reference, responses of the live service kept in Microsoft's
// test recordings, the guide "Managing concurrency in Azure Storage" and the source of Azurite. Where these leave
// something open the rule says so in its Source.
package queue
