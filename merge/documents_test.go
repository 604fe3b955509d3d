package merge_test

import (
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
)

// configGrammar is a configuration file as programs have them.
func configGrammar() *grammar {
	users := keyedBy("name", names, grammarField{"uid", leafOf("1", "2", "3")}, grammarField{"groups", atomicOf(leafOf(names...))})
	users.inferred = true
	return object(
		grammarField{"server", object(grammarField{"port", leafOf("80", "81", "82")}, grammarField{"tls", leafOf("true", "false")}, grammarField{"labels", freeMap()})},
		grammarField{"log", leafOf("info", "debug", "warn")}, grammarField{"users", users}, grammarField{"args", arguments()},
		grammarField{"motd", &grammar{kind: grammarText}})
}

// documentOf is a string that holds so many documents.
func documentOf(n int, of *grammar) *grammar {
	return &grammar{kind: grammarDocument, elem: of, documents: n}
}

func jsonOf(of *grammar) *grammar {
	return &grammar{kind: grammarDocument, elem: of, documents: 1, json: true}
}

func (gr *grammar) documentNode(g *generator) *yaml.Node {
	var all []*yaml.Node
	for range gr.documents {
		doc := gr.elem.value(g)
		if !gr.json {
			g.spell(doc)
		}
		all = append(all, doc)
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: gr.documentText(all), Style: yaml.LiteralStyle}
}

func (gr *grammar) documentText(all []*yaml.Node) string {
	var texts []string
	for _, doc := range all {
		text, err := encodeText(doc)
		if gr.json && err == nil {
			var value any
			var encoded []byte
			if err = doc.Decode(&value); err == nil {
				encoded, err = json.MarshalIndent(value, "", "  ")
			}
			text = string(encoded) + "\n"
		}
		if err != nil {
			panic(err)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "---\n")
}

// changeDocument edits the documents of a string.
func (gr *grammar) changeDocument(g *generator, n *yaml.Node) {
	docs, err := source.Parse([]byte(n.Value))
	if err != nil {
		panic(err)
	}
	for i := range docs {
		docs[i] = gr.elem.edit(g, docs[i].Content[0])
	}
	n.Value = gr.documentText(docs)
}
