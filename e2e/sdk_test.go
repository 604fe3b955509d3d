package e2e

import (
	"strings"
	"testing"

	living "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/krm-merge/krm-merge/fn"
)

// sdkList is a list of one ConfigMap in three versions; own is dest's value.
func sdkList(own string) []byte {
	version := func(mark, value string) string {
		return "- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: settings\n    annotations:\n      config.kubernetes.io/merge-source: " + mark + "\n  data:\n    log: " + value + "\n"
	}
	return []byte("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" +
		version("original", "info") + version("updated", "warn") + version("dest", own+" # ours") +
		"functionConfig: {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {onConflict: Fail}}\n")
}

// TestLivingSDK: the function runs under the SDK that is developed further, as the only
// processor and in a chain, and its failures are results there.
func TestLivingSDK(t *testing.T) {
	function := living.ResourceListProcessorFunc(fn.ProcessorOf(living.ParseResourceList))
	count := func(list *living.ResourceList) (bool, error) {
		list.Results.Infof("%d resources", len(list.Items))
		return true, nil
	}
	for name, processor := range map[string]living.ResourceListProcessor{
		"alone": function, "chain": living.ChainFunctions(function, count),
	} {
		out, err := living.Run(processor, sdkList("info"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list, err := living.ParseResourceList(out)
		if err != nil || len(list.Items) != 1 || !strings.Contains(list.Items[0].String(), "log: warn # ours") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if (name == "chain") != strings.Contains(string(out), "1 resources") {
			t.Errorf("%s: the other function's result:\n%s", name, out)
		}
	}
	out, err := living.Run(function, sdkList("debug"))
	list, parseErr := living.ParseResourceList(out)
	if err == nil || parseErr != nil || len(list.Items) != 3 || list.Results.ExitCode() == 0 {
		t.Errorf("a conflict under Fail: %v, %v\n%s", err, parseErr, out)
	}
}
