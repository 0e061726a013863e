// Package flight is the window of the messages in flight, in the order in which they would be delivered.
package flight
