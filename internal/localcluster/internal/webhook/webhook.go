// Package webhook registers admission webhooks that run in this process. The API server reaches them by URL on
// loopback, with the cluster's own certificate, as there is no pod and no network to route a Service to.
package webhook

import (
	"context"
	"fmt"
	"net"
	"strconv"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/pki"
)

// Server is the address of a webhook server on loopback.
type Server struct {
	port int
	pki  *pki.Authority
}

// NewServer picks a free port.
func NewServer(authority *pki.Authority) (Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return Server{}, fmt.Errorf("webhook server: %w", err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	return Server{port: port, pki: authority}, l.Close()
}

// Serving is a server of controller-runtime at the address.
func (s Server) Serving() webhook.Server {
	return webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: s.port, CertDir: s.pki.Dir()})
}

// Listening is nil once a server listens at the address. The API server retries a webhook that refuses connections for
// seconds, so webhooks are best registered afterwards.
func (s Server) Listening(ctx context.Context) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.address())
	if err != nil {
		return err
	}
	return conn.Close()
}

// DryRun is for probing whether the API server calls a webhook. A probe applies an object rather than creating it: the
// API server sleeps two seconds in a creation soon after the definition is established
// (kubernetes/kubernetes staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go@v1.36.3).
var DryRun = metav1.ApplyOptions{FieldManager: "localcluster", DryRun: []string{metav1.DryRunAll}}

// Hook is one webhook: the path it is served at, and the requests it gets.
type Hook struct {
	Name, Path     string
	Rule           admissionv1.RuleWithOperations
	ObjectSelector *metav1.LabelSelector
}

// Rule is the requests for some resources of one group and version.
func Rule(group, version string, resources []string, operations ...admissionv1.OperationType) admissionv1.RuleWithOperations {
	return admissionv1.RuleWithOperations{
		Operations: operations,
		Rule:       admissionv1.Rule{APIGroups: []string{group}, APIVersions: []string{version}, Resources: resources},
	}
}

// RegisterMutating makes the API server call the hooks, and fail a request when a hook does not answer.
func (s Server) RegisterMutating(ctx context.Context, client kubernetes.Interface, name string, hooks ...Hook) error {
	fail, none := admissionv1.Fail, admissionv1.SideEffectClassNone
	config := &admissionv1.MutatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: name}}
	for _, h := range hooks {
		config.Webhooks = append(config.Webhooks, admissionv1.MutatingWebhook{
			Name: h.Name, ClientConfig: s.target(h.Path), Rules: []admissionv1.RuleWithOperations{h.Rule},
			ObjectSelector: h.ObjectSelector, FailurePolicy: &fail, SideEffects: &none, AdmissionReviewVersions: []string{"v1"},
		})
	}
	_, err := client.AdmissionregistrationV1().MutatingWebhookConfigurations().Create(ctx, config, metav1.CreateOptions{})
	return err
}

// RegisterValidating is RegisterMutating for validating hooks.
func (s Server) RegisterValidating(ctx context.Context, client kubernetes.Interface, name string, hooks ...Hook) error {
	fail, none := admissionv1.Fail, admissionv1.SideEffectClassNone
	config := &admissionv1.ValidatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: name}}
	for _, h := range hooks {
		config.Webhooks = append(config.Webhooks, admissionv1.ValidatingWebhook{
			Name: h.Name, ClientConfig: s.target(h.Path), Rules: []admissionv1.RuleWithOperations{h.Rule},
			ObjectSelector: h.ObjectSelector, FailurePolicy: &fail, SideEffects: &none, AdmissionReviewVersions: []string{"v1"},
		})
	}
	_, err := client.AdmissionregistrationV1().ValidatingWebhookConfigurations().Create(ctx, config, metav1.CreateOptions{})
	return err
}

func (s Server) target(path string) admissionv1.WebhookClientConfig {
	url := "https://" + s.address() + path
	return admissionv1.WebhookClientConfig{URL: &url, CABundle: s.pki.CAPEM()}
}

func (s Server) address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) }
