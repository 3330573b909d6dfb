package pulumi

import (
	"context"
	"slices"
	"strings"
	"sync"

	pf "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

// server is the plugin: that of the bridge, with what the bridge does not tell the engine.
type server struct {
	pulumirpc.ResourceProviderServer
	// replaced are the private states of the plans that replace resources, by URN, until their deletion.
	replaced sync.Map
	// refreshed are the URNs of the resources that were read again and whose differences are asked for next.
	refreshed sync.Map
}

// NewServer returns the plugin of a mapping, with the schema of its package. host is the engine, nil in tests.
func NewServer(ctx context.Context, host *provider.HostClient, info tfbridge.ProviderInfo, schema []byte) (pulumirpc.ResourceProviderServer, error) {
	info.P = ask(info)
	meta := pf.ProviderMetadata{PackageSchema: schema}
	if host == nil { // which is no interface of value nil
		s, err := pf.NewProviderServer(ctx, nil, info, meta)
		return &server{ResourceProviderServer: s}, err
	}
	s, err := pf.NewProviderServer(ctx, host, info, meta)
	return &server{ResourceProviderServer: s}, err
}

// call is what one request of the engine and the requests to the provider that follow from it share.
type call struct {
	// planned is the private state of the last plan.
	planned []byte
	// failed is the error of an apply that has left a state.
	failed error
}

type callKey struct{}

func begin(ctx context.Context) (context.Context, *call) {
	c := &call{}
	return context.WithValue(ctx, callKey{}, c), c
}

func callOf(ctx context.Context) *call {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		return c
	}
	return &call{}
}

// Diff implements [pulumirpc.ResourceProviderServer]. Objects have fixed names, so a replacement deletes first: the
// other way round, its creation would meet the object that it is to replace.
func (s *server) Diff(ctx context.Context, req *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	ctx, c := begin(ctx)
	resp, err := s.ResourceProviderServer.Diff(ctx, req)
	if err != nil {
		return nil, err
	}
	resp.DeleteBeforeReplace = true
	if len(resp.Replaces) > 0 {
		s.replaced.Store(req.Urn, c.planned)
	} else {
		s.replaced.Delete(req.Urn)
	}
	if _, isRefresh := s.refreshed.LoadAndDelete(req.Urn); isRefresh {
		return resp, nil // the engine compares outputs with outputs, and `drifts` says who has changed what
	}
	return resp, limitDiff(resp, req.OldInputs, req.News)
}

// Read implements [pulumirpc.ResourceProviderServer]. What is read again is compared next.
func (s *server) Read(ctx context.Context, req *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	resp, err := s.ResourceProviderServer.Read(ctx, req)
	if err != nil || resp.Id == "" {
		return resp, err
	}
	if len(req.Properties.GetFields()) > 0 {
		s.refreshed.Store(req.Urn, true)
	}
	if resp.Inputs != nil {
		if resp.Inputs, err = marked(resp.Inputs, req.Inputs, false); err != nil {
			return nil, err
		}
	}
	if resp.Properties, err = marked(resp.Properties, req.Properties, false); err == nil {
		resp.Properties, err = marked(resp.Properties, req.Inputs, true)
	}
	return resp, err
}

// limitDiff leaves the differences of inputs. The engine would show those of outputs as removed, since a program does
// not set them.
func limitDiff(resp *pulumirpc.DiffResponse, inputs ...*structpb.Struct) error {
	var sets []resource.PropertyValue
	for _, from := range inputs {
		set, err := plugin.UnmarshalProperties(from, plugin.MarshalOptions{KeepUnknowns: true})
		if err != nil {
			return err
		}
		sets = append(sets, resource.NewObjectProperty(set))
	}
	isInput := func(path string) bool {
		at, err := resource.ParsePropertyPath(path)
		return err != nil || slices.ContainsFunc(sets, func(set resource.PropertyValue) bool { return reaches(set, at) })
	}
	for path, difference := range resp.DetailedDiff {
		if !strings.HasSuffix(difference.Kind.String(), "_REPLACE") && !isInput(path) {
			delete(resp.DetailedDiff, path)
		}
	}
	resp.Diffs = slices.DeleteFunc(resp.Diffs, func(key string) bool { return !isInput(key) })
	return nil
}

// reaches reports whether a set of inputs has a value at a path, or one above it that is not known yet.
func reaches(set resource.PropertyValue, at resource.PropertyPath) bool {
	for i := range at {
		if value, ok := at[:i+1].Get(set); !ok || value.IsComputed() {
			return ok
		}
	}
	return true
}

// Create implements [pulumirpc.ResourceProviderServer].
func (s *server) Create(ctx context.Context, req *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	ctx, c := begin(ctx)
	resp, err := s.ResourceProviderServer.Create(ctx, req)
	if err != nil {
		return nil, err
	}
	if resp.Properties, err = marked(resp.Properties, req.Properties, true); err != nil || c.failed == nil {
		return resp, err
	}
	return nil, unfinished(c.failed, &pulumirpc.ErrorResourceInitFailed{Id: resp.Id, Properties: resp.Properties, Inputs: req.Properties})
}

// Update implements [pulumirpc.ResourceProviderServer].
func (s *server) Update(ctx context.Context, req *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	ctx, c := begin(ctx)
	resp, err := s.ResourceProviderServer.Update(ctx, req)
	if err != nil {
		return nil, err
	}
	if resp.Properties, err = marked(resp.Properties, req.News, true); err != nil || c.failed == nil {
		return resp, err
	}
	return nil, unfinished(c.failed, &pulumirpc.ErrorResourceInitFailed{Id: req.Id, Properties: resp.Properties, Inputs: req.News})
}

// unfinished is the error of a resource that is there and not as it was to be: the engine keeps its state, and goes on
// with it in the next run.
func unfinished(why error, left *pulumirpc.ErrorResourceInitFailed) error {
	left.Reasons = []string{why.Error()}
	return rpcerror.WithDetails(rpcerror.New(codes.Unknown, why.Error()), left)
}

// Delete implements [pulumirpc.ResourceProviderServer]. A deletion that is half of a replacement is known as one to the
// provider by the plan.
func (s *server) Delete(ctx context.Context, req *pulumirpc.DeleteRequest) (*emptypb.Empty, error) {
	ctx, c := begin(ctx)
	if planned, ok := s.replaced.LoadAndDelete(req.Urn); ok {
		c.planned = planned.([]byte)
	}
	return s.ResourceProviderServer.Delete(ctx, req)
}
