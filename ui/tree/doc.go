// Package tree is the window of the resources: services with their objects, branches, bookmarks.
package tree
