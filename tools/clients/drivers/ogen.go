// Calls the client of ogen. Arguments: base URL, file of cases, folder of the client.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
)

type call struct {
	Key, Operation string
	Parameters     map[string]json.RawMessage
	status         int
}

// ApiKey makes the call the source of its key.
func (each *call) ApiKey(context.Context, OperationName) (ApiKey, error) {
	return ApiKey{APIKey: each.Key}, nil
}

// Do keeps the status, which the client returns only as a type.
func (each *call) Do(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		each.status = response.StatusCode
	}
	return response, err
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// set fills the field of a parameter; the optional ones with fixed values read no JSON of their own.
func set(parameters reflect.Value, name string, value json.RawMessage) {
	if name == "portfolioId" {
		name = "PortfolioIdAlias"
	}
	plain := strings.NewReplacer("_", "", "-", "").Replace(name)
	field := parameters.FieldByNameFunc(func(found string) bool { return strings.EqualFold(found, plain) }).Addr().Interface()
	if json.Unmarshal(value, field) != nil {
		check(json.Unmarshal(fmt.Appendf(nil, `{"Value":%s,"Set":true}`, value), field))
	}
}

func main() {
	file, err := os.ReadFile(os.Args[2])
	check(err)
	var calls []*call
	check(json.Unmarshal(file, &calls))
	for _, each := range calls {
		client, err := NewClient(os.Args[1], each, WithClient(each))
		check(err)
		method := reflect.ValueOf(client).MethodByName(strings.ToUpper(each.Operation[:1]) + each.Operation[1:])
		given := []reflect.Value{reflect.ValueOf(context.Background())}
		if method.Type().NumIn() > 1 {
			parameters := reflect.New(method.Type().In(1)).Elem()
			for name, value := range each.Parameters {
				set(parameters, name, value)
			}
			given = append(given, parameters)
		}
		returned := method.Call(given)
		if !returned[1].IsNil() {
			panic(fmt.Sprint(each.Operation, " ", each.status, ": ", returned[1].Interface()))
		}
		printed := map[string]any{"key": each.Key, "status": each.status}
		if read := returned[0].Elem().Elem().FieldByName("Response"); read.IsValid() {
			printed["type"], printed["body"] = read.Type().Name(), read.Addr().Interface()
			if text, isText := read.Addr().Interface().(io.Reader); isText {
				bytes, err := io.ReadAll(text)
				check(err)
				printed["body"] = string(bytes)
			}
		}
		line, err := json.Marshal(printed)
		check(err)
		fmt.Println(string(line))
	}
}
