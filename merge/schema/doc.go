// Package schema knows how each field and list of a document merges: which lists are
// keyed, by which fields, which are sets, and which fields exclude each other. In go an
// apiVersion and kind, CRDs and declared keys, out comes a [merge.Schema], which the
// walker of package merge descends in step with the nodes. It must not know what the
// merge does there.
//
// What is known comes from, first answer first:
//
//   - keys declared in the configuration;
//   - Kubernetes' own kinds: [Builtin], a table generated from the published
//     API types;
//   - CustomResourceDefinitions found in the input;
//   - a table of kinds that people keep in Git.
//
// A place none of them knows has a nil schema, and package merge infers what
// it can from the values.
//
// # The table of built-in kinds
//
// A list is keyed by its list-map keys, or else by its patch merge key. It is a
// set if its list type is set, or if its patch strategy is merge and its
// members are scalars. Any other list is atomic. Where versions of a group
// disagree, the newest decides. A key field has a default only if the API
// states one that is not the zero value: a generated 0 or "" stands for a
// required field that is missing.
//
// Two entries are ours. CustomResourceDefinition.spec.versions is keyed by name, as
// names in it are unique, though Kubernetes replaces the list whole. Unions are those
// that the API types mark, and those that their documentation states in words, such as
// volume sources.
//
// A place is not in the table if nothing is known of it or of what is below it; a
// scalar field of a known kind has a nil schema.
package schema
