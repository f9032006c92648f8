/** Shows openapi.json with a form for each endpoint. Text is never inserted as HTML. */
import { element } from './element.js';
import { exampleOf } from './example.js';
import { signIn } from './sign-in.js';

let token = null;

/** Returns the part of the description to which a value refers, or the value itself if it is not a reference. */
const resolveReference = (document, value) =>
  value?.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((part, key) => part[key], document)
    : value;

const describeType = (schema) =>
  (schema.enum ?? [schema.format ?? schema.type ?? 'text']).join(', ') +
  (schema.maximum === undefined ? '' : `, ${schema.minimum ?? ''} to ${schema.maximum}`);

/**
 * Returns a new idempotency key. Over plain http, only a browser on the server's machine can create one. In any other browser the
 * field stays empty, and the server chooses a key.
 */
const createKey = () => crypto.randomUUID?.() ?? '';

const createField = (parameter) =>
  element('label', {}, [
    parameter.name,
    element('small', {}, [parameter.description ?? describeType(parameter.schema)]),
    element('input', {
      name: `${parameter.in}:${parameter.name}`,
      required: parameter.required,
      autocomplete: 'off',
      value: parameter.name === 'idempotency-key' ? createKey() : '',
    }),
  ]);

const buildUrl = (path, values) => {
  const query = new URLSearchParams();
  let url = path;
  for (const [field, value] of values) {
    const [location, name] = field.split(':');
    if (location === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value));
    if (location === 'query' && value !== '') query.set(name, value);
  }
  return query.size > 0 ? `${url}?${query}` : url;
};

const send = async (method, path, form) => {
  const values = [...new FormData(form)];
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  for (const [name, value] of values)
    if (name.startsWith('header:') && value !== '') headers.set(name.slice('header:'.length), value);
  const body = values.find(([name]) => name === 'body')?.[1];
  if (body !== undefined) headers.set('content-type', 'application/json');
  const startedAt = performance.now();
  const response = await fetch(buildUrl(path, values), { method, headers, body, cache: 'no-store' });
  const text = await response.text();
  // Some endpoints answer with CSV or with one JSON value per line.
  const isJson =
    text !== '' && /^application\/(problem\+)?json\b/.test(response.headers.get('content-type') ?? '');
  const headerLines = ['log-position', 'log-stale', 'next-cursor', 'etag', 'retry-after', 'x-request-id']
    .filter((name) => response.headers.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`);
  return {
    isSuccess: response.ok,
    status: `${response.status} ${response.statusText} in ${Math.round(performance.now() - startedAt)} ms`,
    text: [...headerLines, '', isJson ? JSON.stringify(JSON.parse(text), null, 2) : text].join('\n'),
  };
};

const createForm = (document, method, path, operation) => {
  const parameters = operation.parameters.map((parameter) => resolveReference(document, parameter));
  const schema = operation.requestBody?.content['application/json'].schema;
  const outcome = element('output', {});
  const answer = element('pre', { hidden: true, tabIndex: 0 });
  const form = element('form', {}, [
    element('p', {}, [operation.description ?? '']),
    element('div', { className: 'row' }, parameters.map(createField)),
    ...(schema
      ? [
          element('label', {}, [
            'Body',
            element('textarea', {
              name: 'body',
              rows: 8,
              spellcheck: false,
              value: JSON.stringify(exampleOf(document, schema), null, 2),
            }),
          ]),
        ]
      : []),
    element('button', {}, [`Send ${method}`]),
    outcome,
    answer,
  ]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    outcome.textContent = 'Sending…';
    const result = await send(method, path, form).catch((error) => ({
      isSuccess: false,
      status: 'No response.',
      text: String(error),
    }));
    outcome.textContent = result.status;
    outcome.dataset.outcome = result.isSuccess ? 'good' : 'bad';
    answer.textContent = result.text;
    answer.hidden = false;
    // The next request is a new action. A repeated key would return the first answer.
    const key = form.elements.namedItem('header:idempotency-key');
    if (key && result.isSuccess) key.value = createKey();
  });
  return form;
};

const createEndpoint = (document, path, [method, operation]) => {
  const verb = method.toUpperCase();
  const details = element('details', { id: operation.operationId }, [
    element('summary', {}, [
      element('b', {}, [verb]),
      element('code', {}, [path]),
      element('span', {}, [operation.summary]),
    ]),
  ]);
  details.addEventListener('toggle', () => details.append(createForm(document, verb, path, operation)), {
    once: true,
  });
  return details;
};

const show = async () => {
  const container = globalThis.document.querySelector('#endpoints');
  try {
    const description = await (await fetch('/openapi.json')).json();
    const endpoints = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map((entry) => ({ path, entry, group: entry[1].tags[0] })),
    );
    container.replaceChildren(
      ...description.tags.flatMap(({ name }) => [
        element('h2', {}, [name]),
        ...endpoints
          .filter(({ group }) => group === name)
          .map(({ path, entry }) => createEndpoint(description, path, entry)),
      ]),
    );
  } catch {
    container.replaceChildren(element('p', {}, ['The description could not be loaded. Reload the page.']));
  }
};

const form = document.querySelector('#sign-in');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const outcome = form.querySelector('output');
  const { email, password } = Object.fromEntries(new FormData(form));
  try {
    token = await signIn(email, password);
    outcome.textContent = `You are signed in as ${email} for one hour.`;
    outcome.dataset.outcome = 'good';
  } catch (error) {
    outcome.textContent = error.message;
    outcome.dataset.outcome = 'bad';
  }
});
await show();
