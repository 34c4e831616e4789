// Shows what openapi.json says, and sends what is typed. Nothing is loaded from elsewhere, nothing is kept.
const make = (tag, words = "", about = {}) => Object.assign(document.createElement(tag), { textContent: words }, about);

const FILE = "application/octet-stream";
const spec = await (await fetch("/openapi.json")).json();
const resolve = (schema) => schema?.$ref ? spec.components.schemas[schema.$ref.split("/").pop()] : schema;

function example(operation) {
  const [kind, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (!kind) return {};
  const schema = resolve(body.schema);
  const value = body.example ?? Object.values(body.examples ?? {})[0]?.value ?? schema?.examples?.[0] ?? "";
  return { kind, text: typeof value === "string" ? value : JSON.stringify(value, null, 2) };
}

function chooser(choices) {
  const found = make("select");
  found.append(...["", ...choices].map((choice) => make("option", String(choice), { value: String(choice) })));
  return found;
}

function fields(operation) {
  return (operation.parameters ?? []).map((parameter) => {
    const variants = [parameter.schema, ...(parameter.schema?.anyOf ?? [])].map(resolve);
    const choices = variants.find((one) => one?.enum)?.enum;
    const flags = variants.some((one) => one?.type === "boolean") ? [true, false] : null;
    const input = choices || flags ? chooser(choices ?? flags) : make("input");
    Object.assign(input, { name: parameter.name, title: parameter.description ?? "" });
    if (input.tagName === "INPUT") input.placeholder = parameter.description ?? "";
    const label = make("label", `${parameter.name} (${parameter.in})`);
    label.append(input);
    return { parameter, input, label };
  });
}

// A text to edit; for documents a file of this machine.
function bodyOf(kind, text) {
  if (!kind) return null;
  if (kind === FILE) return make("input", "", { type: "file" });
  return make("textarea", "", { value: text, spellcheck: false });
}

function route(path, method, operation) {
  const box = make("details");
  const title = make("summary");
  title.append(make("code", `${method.toUpperCase()} ${path}`), operation.summary ?? "");
  box.append(title, make("p", operation.description ?? ""));
  const asked = fields(operation);
  box.append(...asked.map((item) => item.label));
  const { kind, text } = example(operation);
  const area = bodyOf(kind, text);
  if (area) {
    const label = make("label", `Body (${kind})`);
    label.append(area);
    box.append(label);
  }
  const out = make("pre");
  const button = make("button", "Send");
  button.addEventListener("click", async () => {
    out.textContent = "…";
    out.textContent = await send(path, method, asked, kind, area?.files ? area.files[0] : area?.value);
  });
  box.append(button, out);
  return box;
}

async function send(path, method, asked, kind, body) {
  const query = new URLSearchParams();
  const headers = kind ? { "content-type": kind } : {};
  const key = document.getElementById("key").value.trim();
  if (key) headers.authorization = `Bearer ${key}`;
  for (const { parameter, input } of asked.filter((item) => item.input.value)) {
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    else if (parameter.in === "header") headers[parameter.name] = input.value;
    else query.set(parameter.name, input.value);
  }
  try {
    const answer = await fetch(query.size ? `${path}?${query}` : path, { method: method.toUpperCase(), headers, body });
    if ((answer.headers.get("content-type") ?? "").startsWith(FILE)) {
      return `${answer.status}\n${[...answer.headers].map((pair) => pair.join(": ")).join("\n")}\n\n${(await answer.blob()).size} bytes`;
    }
    const words = await answer.text();
    const isJson = (answer.headers.get("content-type") ?? "").startsWith("application/json") && words;
    return `${answer.status}\n${isJson ? JSON.stringify(JSON.parse(words), null, 2) : words}`;
  } catch (error) {
    return `The service could not be asked: ${error.message}`;
  }
}

document.getElementById("about").textContent = spec.info.description;
const routes = document.getElementById("routes");
for (const [path, methods] of Object.entries(spec.paths))
  for (const [method, operation] of Object.entries(methods)) routes.append(route(path, method, operation));
