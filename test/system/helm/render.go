// Renders the templates of a chart as Helm does (text/template, sprig, include, toYaml, required) and prints the documents as JSON.
//
//	render CHART RELEASE VALUES_JSON
//	render CHART --values VALUES_JSON    prints the values with the defaults of the chart
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readYaml(path string) map[string]interface{} {
	text, err := os.ReadFile(path)
	check(err)
	values := map[string]interface{}{}
	check(yaml.Unmarshal(text, &values))
	return values
}

func merge(into, from map[string]interface{}) {
	for key, value := range from {
		inner, isMap := value.(map[string]interface{})
		outer, wasMap := into[key].(map[string]interface{})
		if isMap && wasMap {
			merge(outer, inner)
		} else {
			into[key] = value
		}
	}
}

func functions(root *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	delete(all, "env")
	delete(all, "expandenv")
	all["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	all["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	all["fromYaml"] = func(text string) (map[string]interface{}, error) {
		value := map[string]interface{}{}
		err := yaml.Unmarshal([]byte(text), &value)
		return value, err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if list, isList := value.([]interface{}); value == nil || value == "" || (isList && len(list) == 0) {
			return nil, errors.New(message)
		}
		return value, nil
	}
	return all
}

func main() {
	chart, release := os.Args[1], os.Args[2]
	facts := readYaml(filepath.Join(chart, "Chart.yaml"))
	values := readYaml(filepath.Join(chart, "values.yaml"))
	given := map[string]interface{}{}
	check(json.Unmarshal([]byte(os.Args[3]), &given))
	merge(values, given)
	if release == "--values" {
		check(json.NewEncoder(os.Stdout).Encode(values))
		return
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": facts["name"], "Version": facts["version"], "AppVersion": facts["appVersion"]},
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm"},
	}
	root := template.New("chart").Option("missingkey=error")
	root.Funcs(functions(root))
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = root.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	documents := []interface{}{}
	for _, file := range files {
		if !strings.HasSuffix(file, ".yaml") {
			continue
		}
		var out bytes.Buffer
		check(root.ExecuteTemplate(&out, filepath.Base(file), data))
		decoder := yaml.NewDecoder(&out)
		for {
			var document interface{}
			err := decoder.Decode(&document)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				check(fmt.Errorf("%s: %w", filepath.Base(file), err))
			}
			if document != nil {
				documents = append(documents, document)
			}
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(documents))
}
