// Package catalog is the list of the storage services, the only place that knows them all.
//
//	w := catalog.New()
//	spec := w.Spec("put-blob")
//
// Sources: none of its own; each service names its sources.
package catalog
