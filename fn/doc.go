// Package fn is the KRM function: it finds the versions of a package among the items of
// a ResourceList, places what is merged, and reports conflicts as results. In goes a
// list with a configuration, out comes a list with results. It must not know which
// resources are the same or how they are merged; package merge/resource knows that.
//
// There are several ways to use it:
//
//   - Run is the KRM function: a ResourceList in, a ResourceList out.
//   - Processor is that as a ResourceListProcessor of the functions SDK; ProcessorOf
//     is for other versions of the SDK.
//   - Filter is a kio.Filter for resources that are marked with their versions, in the
//     place of kyaml's filters.Merge3.
//
// # Versions
//
// The original is the upstream version that dest was made from, updated is the
// new upstream version, dest the local one. The function finds them, in order
// of precedence:
//
//  1. in its configuration, as text;
//  2. by the annotation config.kubernetes.io/merge-source of an item: original,
//     updated or dest;
//  3. in carriers: ConfigMaps with that annotation whose values are streams of
//     resources;
//  4. by the directory an item lies in: original/, updated/ and dest/.
//
// The source of a 2-way merge is found in the same ways: by the name source.
// Layers are listed in the configuration, each by path or text; items
// and carriers may also be marked layers.1, layers.2 and so on. The first layer is
// the dest.
//
// An unmarked item belongs to dest. The function removes the marks from what it emits,
// except the mark of a dest item that lies in another version's directory. If there is
// a directory dest/ next to directories of sources, items outside of all three are not
// part of the merge.
//
// # Configuration
//
// The configuration is a resource of kind Merge (apiVersion fn.kpt.dev/v1alpha1) with
// the settings under spec: docs/configuration.md describes each of them, with its default.
//
// A field that a target leaves out matches anything, and so does a target or path that
// a rule leaves out. A rule's mode is for the map at its path, or for the value there
// if that is not a map; its other settings are for everything below. The annotation
// merge.fn.kpt.dev/modes holds modes of the resource it is on, as lines of "path:
// MODE"; they come before the rules.
//
// A ConfigMap has the same settings in its data by their dotted names, each a string
// (lists.order: Updated), or all of them as YAML under the key spec; the keys
// original.yaml, original.NAME.yaml, updated.yaml and so on hold versions as YAML
// streams, layers.1.yaml, layers.2.yaml and so on layers in the order of their numbers.
// A map without apiVersion and kind holds spec, or the settings themselves. Without a
// configuration, or with an empty one, the defaults hold. An unknown setting or value
// is an error.
package fn
