// Package model is what the verbs of a resource work on: the schema of a kind ([ResourceModel]), a configuration, plan or state
// ([Values]), the objects that a state stands for ([Target]) and what a look at them shows ([Observation]), and what a plan
// ([Planner]) and an apply ([ApplyRun]) know while they are made.
//
// It works on the protocol's values (tftypes) and on JSON trees, and knows a kind only through [kinds.Kind].
package model
