// Package timeline is the window of what happened, in two views of one record: a strip with a lane for each writer and
// a column for each event, and a sequence with time going down.
package timeline
