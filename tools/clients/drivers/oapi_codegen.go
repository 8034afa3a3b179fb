// Calls the client of oapi-codegen. Arguments: base URL, file of cases, folder of the client.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strings"
)

type call struct {
	Key, Operation, Path string
	Parameters           map[string]any
}

var inPath = regexp.MustCompile(`\{(\w+)\}`)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	file, err := os.ReadFile(os.Args[2])
	check(err)
	var calls []call
	check(json.Unmarshal(file, &calls))
	for _, each := range calls {
		client, err := NewClientWithResponses(os.Args[1], WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-API-Key", each.Key)
			return nil
		}))
		check(err)
		name := strings.ToUpper(each.Operation[:1]) + each.Operation[1:] + "WithResponse"
		method := reflect.ValueOf(client).MethodByName(name)
		given := []reflect.Value{reflect.ValueOf(context.Background())}
		for _, found := range inPath.FindAllStringSubmatch(each.Path, -1) {
			given = append(given, reflect.ValueOf(each.Parameters[found[1]]).Convert(method.Type().In(len(given))))
		}
		query := reflect.New(method.Type().In(len(given)).Elem())
		text, err := json.Marshal(each.Parameters)
		check(err)
		check(json.Unmarshal(text, query.Interface()))
		returned := method.Call(append(given, query))
		if !returned[1].IsNil() {
			panic(returned[1].Interface())
		}
		response := returned[0].Elem()
		status := response.FieldByName("HTTPResponse").Interface().(*http.Response).StatusCode
		var body any
		if read := response.FieldByName(fmt.Sprintf("JSON%d", status)); read.IsValid() {
			body = read.Interface()
		} else if status == 200 {
			body = string(response.FieldByName("Body").Bytes())
		}
		line, err := json.Marshal(map[string]any{"key": each.Key, "status": status, "body": body})
		check(err)
		fmt.Println(string(line))
	}
}
