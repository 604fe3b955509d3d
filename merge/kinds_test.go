package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// root is a schema with every kind of list, a union with and one without discriminator, an
// atomic map, and maps nobody knows.
func root() *place {
	union := merge.Union{Members: []merge.UnionMember{{Field: "left"}, {Field: "right"}, {Field: "middle"}}}
	choice := merge.Union{Discriminator: "type", Members: []merge.UnionMember{
		{Field: "rolling", Choice: "Rolling"}, {Field: "partition", Choice: "Partition"}}}
	element := &place{fields: map[string]*place{"set": set(), "atomic": atomic()}, unions: []merge.Union{union}}
	element.fields["keyed"] = keyed(&place{}, "name")
	r := &place{fields: map[string]*place{
		"keyed":  keyed(element, "name"),
		"ports":  keyed(&place{}, "port", "protocol=TCP"),
		"set":    set(),
		"atomic": atomic(),
		"choice": {unions: []merge.Union{choice}},
		"select": {atomic: true},
		"union":  {unions: []merge.Union{union}},
	}}
	r.fields["deep"] = &place{fields: map[string]*place{"deep": {fields: r.fields}, "keyed": r.fields["keyed"], "set": r.fields["set"]}}
	return r
}

// everything is a grammar for documents of the schema of root. In a small document, which most
// are, edits of two sides meet more often.
func everything(g *generator) *grammar {
	members := names
	if g.long {
		members = strings.Fields("a b c d e f g h i j k l m o p q r s t u v w x z aa ab ac ad ae af ag ah ai aj ak al")
	}
	simple := []grammarField{{"v", leafOf()}, {"w", leafOf()}, {"x", leafOf()}}
	ways := [][]grammarField{one("left", anyMap()), one("right", anyMap()), one("middle", anyMap())}
	list, keyed := atomicOf(anything()), keyedBy("name", names, simple...)
	elements := keyedBy("name", members, append(simple, grammarField{"set", setGrammar(names...)}, grammarField{"atomic", list}, grammarField{"keyed", keyed})...)
	elements.elem.share = 30
	elements.elem.or(ways...)
	ports := keyedBy("port", []string{"0", "1", "2", "3", "4", "5"}, append(simple, grammarField{"protocol", leafOf("TCP", "UDP")})...)
	ports.keys, ports.defaults = []string{"port", "protocol"}, map[string]string{"protocol": "TCP"}
	union, deep, document := anyMap().or(ways...), anyMap(), anyMap()
	document.fields = []grammarField{
		{"keyed", elements}, {"ports", ports}, {"set", setGrammar(members...)}, {"atomic", list}, {"select", anyMap()}, {"union", union}, {"deep", deep},
		{"choice", object().or(one("type", leafOf("Rolling", "Plain", "Partition")), []grammarField{{"type", leafOf("Rolling")}, {"rolling", anyMap()}})},
	}
	deep.fields = []grammarField{{"keyed", elements}, {"set", setGrammar(members...)}, {"deep", object(document.fields...)}, {"inferred", keyed}}
	deep.share, document.share = 40, 50
	if g.chance(60) {
		document.share = 20
	}
	return document
}

// resources are the grammar and the schema of resources, for a seed of one of a few built-in
// kinds or of a generated CustomResourceDefinition.
func resources(t testing.TB, g *generator, seed uint64) (*grammar, merge.Schema) {
	t.Helper()
	things := customGrammar(g, 3)
	var of *grammar
	apiVersion, kind, set := "v1", "", schema.NewSet(nil)
	switch seed % 4 {
	case 0:
		apiVersion, kind, of = "apps/v1", "Deployment", deploymentGrammar()
	case 1:
		kind, of = "Service", serviceGrammar()
	case 2:
		kind = "ConfigMap"
		data := object(grammarField{"app.conf", &grammar{kind: grammarText}}, grammarField{"b.conf", &grammar{kind: grammarText}}, grammarField{"k", leafOf(names...)})
		return resource(apiVersion, kind, grammarField{"data", data}), set.For(apiVersion, kind, "")
	default:
		apiVersion, kind, of, set = "x.org/v1", "Thing", things, schema.NewSet(nil, parse(t, customDefinition(things)).Content[0])
	}
	return resource(apiVersion, kind, grammarField{"spec", of}), set.For(apiVersion, kind, "")
}

func resource(apiVersion, kind string, fields ...grammarField) *grammar {
	meta := object(
		grammarField{"name", leafOf("n")}, grammarField{"labels", freeMap()}, grammarField{"annotations", freeMap()},
		grammarField{"finalizers", setGrammar("a.b/1", "a.b/2", "a.b/3", "a.b/4")})
	return object(append([]grammarField{{"apiVersion", leafOf(apiVersion)}, {"kind", leafOf(kind)}, {"metadata", meta}}, fields...)...)
}

func arguments() *grammar {
	return atomicOf(leafOf("run", "--log=info", "--log=debug", "--port=80", "--port=81", "-v", "a/web:1", "a/web:2", "mode=x", "mode=y", "https://h/p?ref=1", "https://h/p?ref=2"))
}

func deploymentGrammar() *grammar {
	env := keyedBy("name", []string{"A", "B", "C", "D"})
	env.elem.or(one("value", leafOf(names...)), one("valueFrom", object().or(
		one("configMapKeyRef", freeMap()), one("secretKeyRef", freeMap()), one("fieldRef", object(grammarField{"fieldPath", leafOf("a", "b")})))))
	ports := keyedBy("containerPort", []string{"80", "81", "82"}, grammarField{"protocol", leafOf("TCP", "UDP")}, grammarField{"name", leafOf("p", "q")})
	ports.keys, ports.defaults = []string{"containerPort", "protocol"}, map[string]string{"protocol": "TCP"}
	probe := object(grammarField{"periodSeconds", leafOf("1", "2", "3")}).or(
		one("httpGet", object(grammarField{"path", leafOf("/a", "/b")}, grammarField{"port", leafOf("80", "81")})),
		one("exec", object(grammarField{"command", arguments()})), one("tcpSocket", object(grammarField{"port", leafOf("80", "81")})))
	container := func(values ...string) *grammar {
		return keyedBy("name", values,
			grammarField{"image", leafOf("a:1", "a:2", "b:1")}, grammarField{"args", arguments()}, grammarField{"env", env}, grammarField{"ports", ports},
			grammarField{"volumeMounts", keyedBy("mountPath", []string{"/a", "/b", "/c"}, grammarField{"name", leafOf("v", "w")})},
			grammarField{"resources", object(grammarField{"limits", freeMap()}, grammarField{"requests", freeMap()})}, grammarField{"livenessProbe", probe})
	}
	volumes := keyedBy("name", []string{"v", "w", "x"})
	volumes.elem.or(one("configMap", object(grammarField{"name", leafOf("c", "d")}, grammarField{"optional", leafOf("true", "false")})),
		one("emptyDir", object(grammarField{"medium", leafOf("Memory", "x")})), one("secret", object(grammarField{"secretName", leafOf("s", "t")})))
	rolling := object(grammarField{"maxSurge", leafOf("1", "2")}, grammarField{"maxUnavailable", leafOf("1", "2")})
	pod := object(
		grammarField{"containers", container("c", "d", "e")}, grammarField{"initContainers", container("i", "j")}, grammarField{"volumes", volumes},
		grammarField{"nodeSelector", freeMap()}, grammarField{"serviceAccountName", leafOf("s", "t")},
		grammarField{"tolerations", atomicOf(object(grammarField{"key", leafOf("k", "l")}, grammarField{"effect", leafOf("A", "B")}))})
	return object(
		grammarField{"replicas", leafOf("1", "2", "3")}, grammarField{"selector", object(grammarField{"matchLabels", freeMap()})},
		grammarField{"strategy", object().or(
			[]grammarField{{"type", leafOf("RollingUpdate")}, {"rollingUpdate", rolling}}, one("type", leafOf("Recreate")), one("rollingUpdate", rolling))},
		grammarField{"template", object(grammarField{"metadata", object(grammarField{"labels", freeMap()})}, grammarField{"spec", pod})})
}

func serviceGrammar() *grammar {
	ports := keyedBy("port", []string{"80", "81", "82", "83"}, grammarField{"protocol", leafOf("TCP", "UDP")},
		grammarField{"name", leafOf("p", "q")}, grammarField{"targetPort", leafOf("80", "http")})
	ports.keys, ports.defaults = []string{"port", "protocol"}, map[string]string{"protocol": "TCP"}
	return object(grammarField{"ports", ports}, grammarField{"selector", freeMap()}, grammarField{"type", leafOf("ClusterIP", "NodePort")},
		grammarField{"externalIPs", atomicOf(leafOf("1.1.1.1", "2.2.2.2", "3.3.3.3"))})
}

// customGrammar is an object with every kind of list that a
// CustomResourceDefinition can have, and objects and lists in them.
func customGrammar(g *generator, depth int) *grammar {
	o := object()
	for i := range 2 + g.IntN(4) {
		var of *grammar
		switch c := g.IntN(9); {
		case c == 0:
			of = setGrammar(names...)
		case c == 1:
			of = arguments()
		case c == 2:
			of = freeMap()
		case c == 3 && depth > 0:
			of = keyedBy("name", names, customGrammar(g, depth-1).fields...)
			of.inferred = true
		case c < 6 && depth > 0:
			of = keyedBy("id", []string{"1", "2", "3"}, customGrammar(g, depth-1).fields...)
			if g.chance(50) {
				of.elem.fields = append(of.elem.fields, grammarField{"zone", leafOf("p", "q")})
				of.keys = append(of.keys, "zone")
				if g.chance(50) {
					of.defaults = map[string]string{"zone": "p"}
				}
			}
		case c == 6 && depth > 0:
			of = customGrammar(g, depth-1)
		case c == 7:
			of = &grammar{kind: grammarText}
		default:
			of = leafOf("1", "2", "3")
		}
		o.fields = append(o.fields, grammarField{fmt.Sprintf("f%d", i), of})
	}
	return o
}

// customDefinition is a CustomResourceDefinition for a grammar.
func customDefinition(spec *grammar) string {
	return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.x.org}\n" +
		"spec: {group: x.org, names: {kind: Thing, plural: things}, scope: Namespaced, versions: [{name: v1, served: true, storage: true, " +
		"schema: {openAPIV3Schema: {type: object, properties: {spec: " + spec.openAPI("") + "}}}}]}\n"
}

// openAPI is the schema of a grammar, with a default if there is one.
func (gr *grammar) openAPI(fallback string) string {
	switch gr.kind {
	case grammarObject:
		if gr.others != nil {
			return "{type: object, additionalProperties: {type: string}}"
		}
		var fields []string
		for _, f := range gr.fields {
			fields = append(fields, f.name+": "+f.of.openAPI(""))
		}
		return "{type: object, properties: {" + strings.Join(fields, ", ") + "}}"
	case grammarKeyed:
		var fields []string
		for _, f := range gr.elem.fields {
			fields = append(fields, f.name+": "+f.of.openAPI(gr.defaults[f.name]))
		}
		list := "type: array, "
		if !gr.inferred {
			list += "x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [" + strings.Join(gr.keys, ", ") + "], "
		}
		return "{" + list + "items: {type: object, properties: {" + strings.Join(fields, ", ") + "}}}"
	case grammarSet:
		return "{type: array, x-kubernetes-list-type: set, items: {type: string}}"
	case grammarAtomic:
		return "{type: array, x-kubernetes-list-type: atomic, items: {type: string}}"
	case grammarLeaf, grammarText, grammarAny:
	}
	if fallback != "" {
		return "{type: string, default: " + fallback + "}"
	}
	return "{x-kubernetes-preserve-unknown-fields: true}"
}
