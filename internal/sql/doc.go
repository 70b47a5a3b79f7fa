// Package sql holds the tests of zobrist.Key in databases, SQLite and PostgreSQL.
// It is a module of its own, so that no user of the library inherits the drivers.
package sql
