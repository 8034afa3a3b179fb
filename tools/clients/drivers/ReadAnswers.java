import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;

/** Calls the Java client of openapi-generator. Arguments: base URL, file of cases. Prints a JSON line per case. */
public final class ReadAnswers {
  private static final ObjectMapper mapper = ApiClient.createDefaultObjectMapper();

  private ReadAnswers() {}

  public static void main(String[] arguments) throws Exception {
    for (JsonNode wanted : mapper.readTree(new File(arguments[1]))) {
      ObjectNode line = mapper.createObjectNode().put("key", wanted.get("key").asText());
      try {
        write(line, 200, call(arguments[0], wanted));
      } catch (InvocationTargetException thrown) {
        if (!(thrown.getCause() instanceof ApiException)) throw thrown;
        ApiException error = (ApiException) thrown.getCause();
        String body = error.getResponseBody();
        boolean none = body == null || body.isEmpty();
        Class<?> model = Class.forName("org.openapitools.client.model." + wanted.path("schema").asText("Error"));
        write(line, error.getCode(), none ? null : mapper.readValue(body, model));
      }
      System.out.println(mapper.writeValueAsString(line));
    }
  }

  private static Object call(String baseUrl, JsonNode wanted) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(baseUrl);
    client.setRequestInterceptor(request -> request.header("X-API-Key", wanted.get("key").asText()));
    Class<?> api = Class.forName("org.openapitools.client.api." + camel(title(wanted.get("tag").asText())) + "Api");
    Method method =
        Arrays.stream(api.getMethods())
            .filter(each -> each.getName().equals(wanted.get("operation").asText()))
            .min(Comparator.comparingInt(Method::getParameterCount))
            .orElseThrow();
    Map<String, JsonNode> given = new HashMap<>();
    wanted.get("parameters").fields().forEachRemaining(each -> given.put(camel(each.getKey()), each.getValue()));
    Object[] values =
        Arrays.stream(method.getParameters())
            .map(each -> mapper.convertValue(given.get(each.getName()), each.getType()))
            .toArray();
    return method.invoke(api.getConstructor(ApiClient.class).newInstance(client), values);
  }

  private static void write(ObjectNode line, int status, Object model) {
    line.put("status", status);
    line.put("type", model == null ? null : model.getClass().getSimpleName());
    line.set("body", mapper.valueToTree(model));
  }

  private static String title(String text) {
    return text.substring(0, 1).toUpperCase() + text.substring(1);
  }

  /** client_id and If-None-Match become clientId and ifNoneMatch. */
  private static String camel(String name) {
    StringBuilder text = new StringBuilder();
    for (String part : name.split("[_ -]")) text.append(text.length() == 0 ? part : title(part));
    return name.contains("-") ? text.substring(0, 1).toLowerCase() + text.substring(1) : text.toString();
  }
}
