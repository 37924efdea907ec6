package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// writeTypes writes the documents that the generators of types read: schemas alone, since the templates write the operations.
func writeTypes(text []byte, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		return err
	}
	doc["paths"] = map[string]any{}
	delete(doc, "webhooks")
	return writeJSON(filepath.Join(dir, "typescript.json"), doc)
}

func writeJSON(path string, doc any) error {
	text, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
