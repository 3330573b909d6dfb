// Package pki makes the certificates, keys and kubeconfig files of one cluster.
package pki

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Authority is a certificate authority whose key is never written, with what it issued in one folder.
type Authority struct {
	dir    string
	cert   *x509.Certificate
	key    *ecdsa.PrivateKey
	pem    []byte
	serial int64
	admin  keyPair
}

type keyPair struct{ cert, key []byte }

// New creates the folder and in it the authority's certificate, one serving certificate for everything on loopback,
// and the key that signs service account tokens. An administrator's certificate is kept in memory.
func New(dir string) (*Authority, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("certificates: %w", err)
	}
	a := &Authority{dir: dir, serial: time.Now().UnixNano()}
	if err := a.selfSign(); err != nil {
		return nil, fmt.Errorf("certificates: %w", err)
	}
	serving, err := a.issue(&x509.Certificate{
		Subject:     pkix.Name{CommonName: "localcluster"},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:    []string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	})
	if err != nil {
		return nil, fmt.Errorf("serving certificate: %w", err)
	}
	a.admin, err = a.issue(&x509.Certificate{
		// system:masters passes authorisation before RBAC is asked.
		Subject:     pkix.Name{CommonName: "localcluster-admin", Organization: []string{"system:masters"}},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	})
	if err != nil {
		return nil, fmt.Errorf("administrator's certificate: %w", err)
	}
	_, signing, err := newKey()
	if err != nil {
		return nil, fmt.Errorf("service account key: %w", err)
	}
	for path, content := range map[string][]byte{
		a.CACert(): a.pem, a.ServingCert(): serving.cert, a.ServingKey(): serving.key, a.ServiceAccountKey(): signing,
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return nil, fmt.Errorf("certificates: %w", err)
		}
	}
	return a, nil
}

// Dir is the folder; a webhook server finds tls.crt and tls.key in it.
func (a *Authority) Dir() string { return a.dir }

// CACert is the file with the authority's certificate.
func (a *Authority) CACert() string { return filepath.Join(a.dir, "ca.crt") }

// ServingCert is the file with the certificate of the API server and of the webhooks.
func (a *Authority) ServingCert() string { return filepath.Join(a.dir, "tls.crt") }

// ServingKey is the file with the key of ServingCert.
func (a *Authority) ServingKey() string { return filepath.Join(a.dir, "tls.key") }

// ServiceAccountKey is the file with the key that signs and verifies service account tokens.
func (a *Authority) ServiceAccountKey() string { return filepath.Join(a.dir, "sa.key") }

// CAPEM is the authority's certificate as PEM.
func (a *Authority) CAPEM() []byte { return a.pem }

func (a *Authority) selfSign() error {
	key, _, err := newKey()
	if err != nil {
		return err
	}
	a.key = key
	a.cert = &x509.Certificate{
		SerialNumber: big.NewInt(a.serial), Subject: pkix.Name{CommonName: "localcluster-ca"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, a.cert, a.cert, &key.PublicKey, key)
	if err != nil {
		return err
	}
	a.pem = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return nil
}

func (a *Authority) issue(cert *x509.Certificate) (keyPair, error) {
	key, keyPEM, err := newKey()
	if err != nil {
		return keyPair{}, err
	}
	a.serial++
	cert.SerialNumber = big.NewInt(a.serial)
	cert.NotBefore, cert.NotAfter = a.cert.NotBefore, a.cert.NotAfter
	cert.KeyUsage = x509.KeyUsageDigitalSignature
	der, err := x509.CreateCertificate(rand.Reader, cert, a.cert, &key.PublicKey, a.key)
	if err != nil {
		return keyPair{}, err
	}
	return keyPair{cert: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), key: keyPEM}, nil
}

func newKey() (*ecdsa.PrivateKey, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	return key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), nil
}
