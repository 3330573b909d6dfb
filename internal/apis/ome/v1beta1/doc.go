// Package v1beta1 holds the API types of OME, ome.io/v1beta1.
//
// The types carry the vocabulary of OME v0.1.5, which has everything that v0.1.2 has;
// what v0.1.2 lacks is told by each kind's generations in internal/kinds/ome. They are read
// by the schema generator and are the only source of the Terraform schema.
//
// Mirrors sgl-project/ome pkg/apis/ome/v1beta1@v0.1.5 and config/crd/full@v0.1.5.
//
// +groupName=ome.io
package v1beta1
