package cluster

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// kubeconfig loads the kubeconfig files and selects the context.
func (c Config) kubeconfig() (*rest.Config, error) {
	paths, err := c.kubeconfigPaths()
	if err != nil {
		return nil, err
	}
	raw, err := (&clientcmd.ClientConfigLoadingRules{Precedence: paths}).Load()
	if err != nil {
		return nil, c.fault(c.pathsAttribute(), fmt.Sprintf("the kubeconfig cannot be read: %v", err))
	}
	files := strings.Join(paths, ", ")
	overrides := &clientcmd.ConfigOverrides{}
	if c.Host != "" {
		if overrides.ClusterInfo.Server, err = normalizeHost(c.Host); err != nil {
			return nil, c.fault("host", err.Error())
		}
	}
	overrides.Context.AuthInfo, overrides.Context.Cluster = c.ConfigContextAuthInfo, c.ConfigContextCluster
	context := c.ConfigContext
	if context == "" {
		context = raw.CurrentContext
	}
	if err := c.checkSelection(raw, context, files); err != nil {
		return nil, err
	}
	out, err := clientcmd.NewNonInteractiveClientConfig(*raw, context, overrides, nil).ClientConfig()
	if err != nil {
		return nil, c.fault(c.pathsAttribute(), fmt.Sprintf("context %q of %s cannot be used: %v", context, files, err))
	}
	return out, nil
}

// checkSelection reports a context, user or cluster that the kubeconfig does not have.
func (c Config) checkSelection(raw *clientcmdapi.Config, context, files string) error {
	_, exists := raw.Contexts[context]
	complete := c.ConfigContextAuthInfo != "" && c.ConfigContextCluster != ""
	switch {
	case context == "" && !complete:
		return c.fault("config_context", fmt.Sprintf("%s has no current context; set one of %s", files, names(raw.Contexts)))
	case context != "" && !exists && c.ConfigContext == "":
		return c.fault("config_context", fmt.Sprintf("the current context %q of %s does not exist; set one of %s", context, files, names(raw.Contexts)))
	case context != "" && !exists:
		return c.fault("config_context", fmt.Sprintf("%s has no context %q; it has %s", files, context, names(raw.Contexts)))
	}
	if _, exists := raw.AuthInfos[c.ConfigContextAuthInfo]; !exists && c.ConfigContextAuthInfo != "" {
		return c.fault("config_context_auth_info", fmt.Sprintf("%s has no user %q; it has %s", files, c.ConfigContextAuthInfo, names(raw.AuthInfos)))
	}
	if _, exists := raw.Clusters[c.ConfigContextCluster]; !exists && c.ConfigContextCluster != "" {
		return c.fault("config_context_cluster", fmt.Sprintf("%s has no cluster %q; it has %s", files, c.ConfigContextCluster, names(raw.Clusters)))
	}
	return nil
}

// kubeconfigPaths returns the files that exist. Missing files are errors, except in
// KUBECONFIG, where kubectl tolerates them too, as long as one exists.
func (c Config) kubeconfigPaths() ([]string, error) {
	attribute := c.pathsAttribute()
	tolerant := c.sources[attribute] == kubeconfigVariable
	var paths []string
	for _, path := range c.files() {
		path, err := expandHome(path)
		if err != nil {
			return nil, c.fault(attribute, err.Error())
		}
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, os.ErrNotExist) && tolerant:
			continue
		case errors.Is(err, os.ErrNotExist):
			return nil, c.fault(attribute, fmt.Sprintf("the kubeconfig %q does not exist; set the path of an existing file", path))
		case err != nil:
			return nil, c.fault(attribute, fmt.Sprintf("the kubeconfig %q cannot be read: %v", path, errors.Unwrap(err)))
		case info.IsDir():
			return nil, c.fault(attribute, fmt.Sprintf("%q is a directory; set the path of a kubeconfig file", path))
		}
		paths = append(paths, path)
	}
	if len(paths) == 0 {
		return nil, c.fault(attribute, fmt.Sprintf("none of the kubeconfig files exists: %s", strings.Join(c.files(), ", ")))
	}
	return paths, nil
}

// pathsAttribute returns the attribute that names the kubeconfig files.
func (c Config) pathsAttribute() string {
	if c.ConfigPath != "" {
		return "config_path"
	}
	return "config_paths"
}

// files are the kubeconfig files, which are merged the way kubectl merges those of KUBECONFIG.
func (c Config) files() []string {
	if c.ConfigPath != "" {
		return []string{c.ConfigPath}
	}
	return c.ConfigPaths
}

// names lists what can be chosen.
func names[T any](entries map[string]T) string {
	if len(entries) == 0 {
		return "none"
	}
	return strings.Join(slices.Sorted(maps.Keys(entries)), ", ")
}
