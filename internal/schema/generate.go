package schema

//go:generate go -C ../tools run ./schemagen -root ../.. -out ../schema
