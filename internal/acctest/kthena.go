package acctest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"
)

// kthenaManager is the name of Kthena's program, and of its service account.
const (
	kthenaManager   = "kthena-controller-manager"
	kthenaNamespace = "kthena-system"
)

// kthenaParts are the definitions and the role that Kthena's program comes with, below the repository's root.
const kthenaParts = ".build/kthena"

func kthenaProgram(root string) string { return filepath.Join(root, ".build", "tools", kthenaManager) }

// runKthena starts Kthena's controllers and webhooks, and returns when the API server asks the webhooks.
//
// Mirrors volcano-sh/kthena charts/kthena/charts/workload/templates/kthena-controller-manager@v1.0.0.
func (c *Cluster) runKthena(ctx context.Context, root, inpod string) error {
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
	if err != nil {
		return err
	}
	token, err := c.kthenaToken(ctx, filepath.Join(root, kthenaParts, "role.yaml"))
	if err != nil {
		return fmt.Errorf("the service account of Kthena: %w", err)
	}
	account := filepath.Join(c.dir, "kthena")
	if err := writeFiles(account, map[string]string{"token": token, "ca.crt": string(config.CAData)}); err != nil {
		return err
	}
	server, err := url.Parse(config.Host)
	if err != nil {
		return err
	}
	port, err := freePort(ctx)
	if err != nil {
		return err
	}
	pki := filepath.Join(c.dir, "cluster", "pki")
	command := podCommand(inpod, account, kthenaProgram(root), "--port="+strconv.Itoa(port),
		"--tls-cert-file="+filepath.Join(pki, "tls.crt"), "--tls-private-key-file="+filepath.Join(pki, "tls.key"))
	command.Env = append(os.Environ(), "KUBERNETES_SERVICE_HOST="+server.Hostname(), "KUBERNETES_SERVICE_PORT="+server.Port(), "POD_NAMESPACE="+kthenaNamespace)
	if c.operator, err = startOperator(command, filepath.Join(c.dir, "kthena.log")); err != nil {
		return err
	}
	hooks := kthenaWebhooks{url: "https://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), authority: config.CAData}
	if err := c.operator.untilServes(ctx, hooks.url+"/healthz", hooks.authority); err != nil {
		return err
	}
	if err := c.register(ctx, hooks); err != nil {
		return err
	}
	return c.operator.until(ctx, c.kthenaAdmits)
}

// kthenaToken makes the service account of Kthena, with the role of a file, and returns a token of it.
func (c *Cluster) kthenaToken(ctx context.Context, file string) (string, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	role := &unstructured.Unstructured{}
	if err := yaml.Unmarshal(raw, &role.Object); err != nil {
		return "", err
	}
	const rbac = "rbac.authorization.k8s.io"
	of := func(group, plural, namespace string) Object {
		return Object{Resource: schema.GroupVersionResource{Group: group, Version: "v1", Resource: plural}, Namespace: namespace}
	}
	accounts := of("", "serviceaccounts", kthenaNamespace)
	for _, object := range []struct {
		at     Object
		fields map[string]any
	}{
		{of("", "namespaces", ""), map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": kthenaNamespace}}},
		{accounts, map[string]any{"apiVersion": "v1", "kind": "ServiceAccount", "metadata": map[string]any{"name": kthenaManager}}},
		{of(rbac, "clusterroles", ""), role.Object},
		{of(rbac, "clusterrolebindings", ""), map[string]any{
			"apiVersion": rbac + "/v1", "kind": "ClusterRoleBinding", "metadata": map[string]any{"name": kthenaManager},
			"roleRef":  map[string]any{"apiGroup": rbac, "kind": "ClusterRole", "name": role.GetName()},
			"subjects": []any{map[string]any{"kind": "ServiceAccount", "name": kthenaManager, "namespace": kthenaNamespace}},
		}},
	} {
		if err := c.create(ctx, object.at, object.fields); err != nil {
			return "", err
		}
	}
	// As long as the tests may take; nobody renews it.
	request := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "metadata": map[string]any{"name": kthenaManager},
		"spec": map[string]any{"expirationSeconds": int64((12 * time.Hour).Seconds())},
	}}
	issued, err := c.at(accounts).Create(ctx, request, metav1.CreateOptions{}, "token")
	if err != nil {
		return "", err
	}
	token, _, err := unstructured.NestedString(issued.Object, "status", "token")
	return token, err
}

// create makes an object whose fields have its name.
func (c *Cluster) create(ctx context.Context, at Object, fields map[string]any) error {
	_, err := c.at(at).Create(ctx, &unstructured.Unstructured{Object: fields}, metav1.CreateOptions{FieldManager: "acctest"})
	return err
}

// writeFiles makes a folder with these files.
func writeFiles(folder string, files map[string]string) error {
	err := os.MkdirAll(folder, 0o700)
	for name, content := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	return err
}
