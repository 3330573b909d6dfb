package kthena

import (
	"cmp"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// servicePort is the name of the port of the Service in front of a role.
const servicePort = "http"

// entryServices builds the headless Services by which Kthena's workers find the entry
// pods of a role in a group, if they are asked for and the role has workers to find them.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/plugins/headless_service_plugin.go@v1.0.0.
func (s directServing) entryServices(index int32, r *servingv1alpha1.Role) ([]*unstructured.Unstructured, error) {
	if !s.options.EntryServices || r.WorkerReplicas == 0 {
		return nil, nil
	}
	owner, set := s.labelled(s.roleLabels(index, r)), setName(s.groupName(index), r)
	var services []*unstructured.Unstructured
	for i := range orOne(r.Replicas) {
		selector := render.LeaderSelector(set)
		selector[lwsv1.GroupIndexLabelKey] = fmt.Sprint(i)
		service, err := render.HeadlessService(owner, fmt.Sprintf("%s-%d-0", set, i), selector)
		if err != nil {
			return nil, err
		}
		services = append(services, service)
	}
	return services, nil
}

// front builds the Service in front of the entry pods of a role.
func (s directServing) front() (*unstructured.Unstructured, error) {
	name := cmp.Or(s.options.Service.Role, s.spec.Template.Roles[0].Name)
	selector := map[string]string{labelName: s.owner.Name, labelRole: name, labelEntry: "true"}
	return render.Service(s.owner, s.owner.Name, selector, servicePort, s.options.Service.Port)
}

func (s directServing) endpoint() string {
	return fmt.Sprintf("http://%s.%s.svc:%d", s.owner.Name, s.owner.Namespace, s.options.Service.Port)
}
