package main

// Group is a part of the page.
type Group struct {
	Title string
	// names are the names of its cases, see readCase.
	names []string
	Cases []Case
}

// groups are the cases of the page, in their order.
func groups() []Group {
	return []Group{
		{Title: "Scalars and presence", names: []string{
			"scalar/unchanged-upstream",
			"scalar/changed-on-both-sides",
			"own:scalar/replicas-changed-on-both-sides",
			"scalar/unchanged-upstream-removed-locally",
			"scalar/deleted-upstream-changed-locally",
			"scalar/deleted-locally-changed-upstream",
			"map/readded-in-part",
			"presence/map-removed-upstream",
			"presence/map-removed-upstream-with-local-additions",
			"presence/empty-map-removed-upstream",
			"values/style-alone-is-no-change",
			"kind/changed-upstream",
		}},
		{Title: "Null", names: []string{
			"null/updated-clears",
			"null/only-in-dest-clears",
			"null/in-all-three-stays",
			"null/keyed-list-in-original-and-updated",
			"twoway/scalar/null-clears",
			"twoway/null/inside-an-added-map",
		}},
		{Title: "Keyed lists", names: []string{
			"keyed/by-schema",
			"own:keyed/container-added-upstream",
			"own:keyed/container-removed-upstream",
			"own:keyed/container-removed-upstream-changed-locally",
			"own:keyed/container-removed-locally",
			"keyed/deleted-locally",
			"presence/keyed-list-removed-upstream-with-local-additions",
			"inference/repeated-key-is-passed-over",
			"inference/element-without-key",
			"atomic/by-schema",
			"own:whole/keys-of-a-crd",
		}},
		{Title: "Keys of several fields", names: []string{
			"multikey/port-with-two-protocols",
			"multikey/default-filled-in-locally",
			"multikey/deleted-upstream-default-filled-in-locally",
			"twoway/multikey/default-missing-in-source",
			"twoway/multikey/other-than-the-default",
		}},
		{Title: "Sets", names: []string{
			"set/members-added-and-removed-upstream",
			"set/removed-upstream-with-local-additions",
			"twoway/set/new-members-behind",
		}},
		{Title: "Order", names: []string{
			"own:order/container-added-upstream",
			"own:order/containers-reordered-locally",
			"own:order/containers-reordered-upstream",
			"order/addition-before-its-neighbour",
		}},
		{Title: "Unions", names: []string{
			"union/changed-upstream",
			"union/changed-on-both-sides",
			"union/discriminator-changed-against-an-edit",
		}},
		{Title: "Directives", names: []string{
			"own:directive/delete-a-container",
			"own:directive/replace-the-containers",
			"twoway/directive/retain-keys",
			"twoway/directive/set-element-order",
			"own:directive/in-an-added-strategy",
			"own:directive/unknown",
			"directive/patch-is-data",
		}},
		{Title: "Comments", names: []string{
			"comments/local-comment-stays-with-a-changed-value",
			"comments/changed-upstream",
			"comments/come-with-an-addition",
		}},
		{Title: "Aliases", names: []string{
			"alias/changed-upstream",
			"alias/merge-key-stays-a-value",
			"alias/merge-key-field-changed-upstream",
		}},
		{Title: "Whole resources", names: []string{
			"fn:whole/in-all-three",
			"fn:whole/added-upstream",
			"fn:whole/deleted-upstream",
			"fn:whole/deleted-upstream-changed-locally",
			"fn:whole/deleted-locally",
			"fn:whole/deleted-locally-changed-upstream",
			"fn:whole/new-version-of-the-api",
		}},
		{Title: "Kinds kept in Git", names: []string{
			"own:gitops/resources-of-a-kustomization",
			"own:gitops/images-of-a-kustomization",
			"own:gitops/parameters-of-an-application",
			"own:gitops/values-of-a-helm-release",
		}},
		{Title: "Layers", names: []string{
			"layers/merge/maps",
			"layers/merge/lists",
			"layers/null/on-the-right",
			"layers/mode/skip-on-the-left",
			"layers/resource/two-way-rules",
		}},
	}
}
