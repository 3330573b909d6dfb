package schema

//go:generate go -C ../tools run ./schemagen -root ../.. -table ../schema/definitions.json
