// Package catalog is the list of the storage services, the only place that knows them all.
//
// Sources: none of its own; each service names its sources.
package catalog
