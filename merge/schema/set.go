package schema

import (
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Set holds the schemas of one merge: the built-in ones, those of the
// CustomResourceDefinitions in the input, those of the kinds kept in Git, and
// over them what the configuration declares. It is safe for concurrent use.
type Set struct {
	declared []Declared
	crds     crdIndex

	mu    sync.Mutex
	roots map[rootKey]merge.Schema
}

// rootKey is what the schema of a root depends on.
type rootKey struct {
	apiVersion, kind string
	kustomization    bool // the file's name says so
}

// NewSet makes the schemas of a merge. Of two declarations for one place the
// first holds. Each of the resources is a root value, in order of precedence:
// those of updated, of dest, then of original; the CustomResourceDefinitions
// among them are kept (not copied, never modified), the others ignored.
func NewSet(declared []Declared, resources ...*yaml.Node) *Set {
	s := &Set{declared: declared, crds: crdIndex{}, roots: map[rootKey]merge.Schema{}}
	for _, n := range resources {
		s.crds.add(n)
	}
	return s
}

// For is the schema of a resource's root, nil if nothing is known about it.
// The apiVersion is that of updated where the versions have different ones;
// it and the kind may be "". The file is the path of the resource's file, or
// "": kustomize reads a kustomization.yaml that has no apiVersion and no kind.
// The first call for a kind compiles its schema, later ones look it up.
//
// rule: crd/*, git/*
func (s *Set) For(apiVersion, kind, file string) merge.Schema {
	key := rootKey{apiVersion, kind, apiVersion == "" && terms.IsKustomizationFile(file)}
	s.mu.Lock()
	defer s.mu.Unlock()
	root, found := s.roots[key]
	if !found {
		root = s.compile(key)
		s.roots[key] = root
	}
	return root
}

// ClusterScoped reports whether the resources of a kind have no namespace: of one
// that is built in, or that a CustomResourceDefinition of the input defines. A nil
// Set knows those built in.
//
// rule: scope/*
func (s *Set) ClusterScoped(group, kind string) bool {
	if versions := builtinVersions(group, kind); len(versions) > 0 {
		return versions[0].cluster
	}
	return s != nil && s.crds.scope(group, kind) == "Cluster"
}

func (s *Set) compile(key rootKey) merge.Schema {
	group, kind := groupOf(key.apiVersion), key.kind
	if key.kustomization && (kind == "" || kind == "Kustomization" || kind == "Component") {
		group = kustomizeGroup
		if kind == "" {
			kind = "Kustomization"
		}
	}
	return declaredOver(s.lookup(key.apiVersion, group, kind), s.declared, group, kind)
}

// lookup is the first schema that one of the sources has for a kind.
func (s *Set) lookup(apiVersion, group, kind string) merge.Schema {
	if kind == "" {
		return nil
	}
	if root := Builtin(apiVersion, kind); root != nil {
		return root
	}
	if root := s.crds.find(group, versionOf(apiVersion), kind); root != nil {
		return root
	}
	if root := gitops(group, kind); root != nil || apiVersion == "" {
		return root
	}
	// Whatever else it is, a resource has the metadata of every resource.
	return newPlace(func() *shape { return &shape{fields: map[string]merge.Schema{"metadata": objectMeta()}} })
}

func groupOf(apiVersion string) string {
	return apiVersion[:max(0, strings.IndexByte(apiVersion, '/'))]
}

func versionOf(apiVersion string) string { return apiVersion[strings.IndexByte(apiVersion, '/')+1:] }
