package gen

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"gopkg.in/yaml.v3"
)

// project is where a language has its programs, and what a program is beside its text.
type project struct {
	// folder is that of the language, file the one of the text below that of the program.
	folder, file string
	// runtime is what Pulumi.yaml says of the language.
	runtime string
	// other are further files of a program.
	other map[string]string
}

// projects are the languages of the scenarios.
var projects = map[string]project{
	"go":     {folder: "go", file: "main.go", runtime: "go"},
	"nodejs": {folder: "typescript", file: "index.ts", runtime: "nodejs"},
	"python": {folder: "python", file: "__main__.py", runtime: "python"},
	"csharp": {folder: "csharp", file: "Program.cs", runtime: "dotnet", other: map[string]string{"Program.csproj": csproj}},
	"java":   {folder: "java", file: "src/main/java/example/App.java", runtime: "java", other: map[string]string{"pom.xml": pom}},
}

// csproj is the project of a program in C#, with the SDK as `make pulumi-sdk` writes it.
const csproj = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net8.0</TargetFramework>
    <Nullable>enable</Nullable>
  </PropertyGroup>
  <ItemGroup>
    <ProjectReference Include="../../../../.build/pulumi/sdk/csharp/Inferops.Inference.csproj" />
  </ItemGroup>
</Project>
`

// pom is the project of a program in Java. The SDK is the artifact that its sources are installed as.
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>program</artifactId>
  <version>1.0</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <mainClass>example.App</mainClass>
  </properties>
  <dependencies>
    <dependency>
      <groupId>com.pulumi</groupId>
      <artifactId>pulumi</artifactId>
      <version>(,1.99]</version>
    </dependency>
    <dependency>
      <groupId>com.pulumi</groupId>
      <artifactId>inference</artifactId>
      <version>[0,)</version>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <groupId>org.codehaus.mojo</groupId>
        <artifactId>exec-maven-plugin</artifactId>
        <version>3.0.0</version>
        <configuration><mainClass>${mainClass}</mainClass></configuration>
      </plugin>
    </plugins>
  </build>
</project>
`

// Scenario returns a program of YAML in every language, as files by their paths below the folder of the languages' folders.
func Scenario(spec schema.PackageSpec, name, text string) (map[string][]byte, error) {
	bound, err := bind(spec)
	if err != nil {
		return nil, err
	}
	text, err = settled(text)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for language, p := range projects {
		files, err := translate(bound, language, text)
		if err != nil {
			return nil, fmt.Errorf("writing %s in %s: %w", name, language, err)
		}
		code, err := only(files)
		if err != nil {
			return nil, fmt.Errorf("writing %s in %s: %w", name, language, err)
		}
		folder := path.Join(p.folder, name)
		out[path.Join(folder, p.file)] = []byte(tidy(language, code))
		out[path.Join(folder, "Pulumi.yaml")] = fmt.Appendf(nil, "name: %s\nruntime: %s\n", name, p.runtime)
		for file, content := range p.other {
			out[path.Join(folder, file)] = []byte(content)
		}
	}
	return out, nil
}

// tidy puts the text of a program as a person would.
func tidy(language, code string) string {
	var out strings.Builder
	for line := range strings.Lines(strings.TrimSpace(code) + "\n") {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if language == "java" {
		return strings.Replace(out.String(), "package generated_program;", "package example;", 1)
	}
	return out.String()
}

// settled decides what a program of YAML selects by a number of its configuration, for which other languages have no
// typed expression: the item of the default. And it repeats the lists and maps that are variables, whose types the generator
// for Go does not follow to where they are used.
func settled(text string) (string, error) {
	var program yaml.Node
	if err := yaml.Unmarshal([]byte(text), &program); err != nil {
		return "", err
	}
	root := program.Content[0]
	config := entry(root, "config")
	numbers := map[string]int{}
	for i := 0; config != nil && i < len(config.Content); {
		if kind := entry(config.Content[i+1], "type"); kind == nil || kind.Value != "integer" {
			i += 2
			continue
		}
		number, err := strconv.Atoi(entry(config.Content[i+1], "default").Value)
		if err != nil {
			return "", err
		}
		numbers["${"+config.Content[i].Value+"}"] = number
		config.Content = append(config.Content[:i], config.Content[i+2:]...)
	}
	pick(root, numbers)
	repeat(root)
	var out bytes.Buffer
	err := yaml.NewEncoder(&out).Encode(&program)
	return out.String(), err
}

// pick replaces selections by what they select.
func pick(node *yaml.Node, numbers map[string]int) {
	if of := entry(node, "fn::select"); of != nil && len(of.Content) == 2 {
		if n, ok := numbers[of.Content[0].Value]; ok && n < len(of.Content[1].Content) {
			*node = *of.Content[1].Content[n]
		}
	}
	for _, below := range node.Content {
		pick(below, numbers)
	}
}

// repeat puts lists and maps in the place of the variables that stand for them.
func repeat(root *yaml.Node) {
	variables := entry(root, "variables")
	for i := 0; variables != nil && i < len(variables.Content); {
		if value := variables.Content[i+1]; value.Kind == yaml.ScalarNode {
			i += 2
			continue
		}
		replace(root, "${"+variables.Content[i].Value+"}", variables.Content[i+1])
		variables.Content = append(variables.Content[:i], variables.Content[i+2:]...)
	}
}

func replace(node *yaml.Node, reference string, by *yaml.Node) {
	for i, below := range node.Content {
		if below.Value == reference {
			node.Content[i] = by
			continue
		}
		replace(below, reference, by)
	}
}

// entry is the value of a key of a map, nil for none.
func entry(node *yaml.Node, key string) *yaml.Node {
	if node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(node.Content); i += 2 {
		if node.Content[i].Value == key {
			return node.Content[i+1]
		}
	}
	return nil
}
