// Package engine is the one resource and the one data source behind every kind. Its
// files are its verbs, and each verb reads as the data flow:
//
//	config -> validation -> object -> render -> apply -> observe -> state
//
// The engine works on the protocol's values (tftypes) and on JSON trees; it knows a
// kind only through [kinds.Kind].
package engine
