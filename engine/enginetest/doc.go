// Package enginetest is what the tests of all services share: random histories with the promises that hold of every
// service, the races of the library, and the measuring of one request through the core. Only tests import it
// (engine/tidy_test.go).
//
// What is drawn, and what only one service promises, the services' own tests say. A history that breaks a promise is
// printed as the lines of a race; whoever draws it by a shrinking generator gets the shortest one.
package enginetest
