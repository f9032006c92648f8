/** The page to read and try the API: made from openapi.json, with no library. Text is only ever set as text. */
import { element } from './element.js';
import { exampleOf } from './example.js';
import { signIn } from './sign-in.js';

let token = null;

const resolve = (document, value) =>
  value?.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], document)
    : value;

const describeType = (schema) =>
  (schema.enum ?? [schema.format ?? schema.type ?? 'text']).join(', ') +
  (schema.maximum === undefined ? '' : `, ${schema.minimum ?? ''} to ${schema.maximum}`);

const fieldOf = (parameter) =>
  element('label', {}, [
    parameter.name,
    element('small', {}, [parameter.description ?? describeType(parameter.schema)]),
    element('input', {
      name: `${parameter.in}:${parameter.name}`,
      required: parameter.required,
      autocomplete: 'off',
      value: parameter.name === 'idempotency-key' ? crypto.randomUUID() : '',
    }),
  ]);

const addressOf = (path, values) => {
  const query = new URLSearchParams();
  let address = path;
  for (const [name, value] of values) {
    const [place, own] = name.split(':');
    if (place === 'path') address = address.replace(`{${own}}`, encodeURIComponent(value));
    if (place === 'query' && value !== '') query.set(own, value);
  }
  return query.size > 0 ? `${address}?${query}` : address;
};

const send = async (method, path, form) => {
  const values = [...new FormData(form)];
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  for (const [name, value] of values)
    if (name.startsWith('header:') && value !== '') headers.set(name.slice(7), value);
  const body = values.find(([name]) => name === 'body')?.[1];
  if (body !== undefined) headers.set('content-type', 'application/json');
  const began = performance.now();
  const response = await fetch(addressOf(path, values), { method, headers, body, cache: 'no-store' });
  const text = await response.text();
  const shown = ['log-position', 'log-stale', 'next-cursor', 'etag', 'retry-after', 'x-request-id']
    .filter((name) => response.headers.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`);
  return {
    isGood: response.ok,
    line: `${response.status} ${response.statusText} in ${Math.round(performance.now() - began)} ms`,
    text: [...shown, '', text && JSON.stringify(JSON.parse(text), null, 2)].join('\n'),
  };
};

const formOf = (document, method, path, operation) => {
  const parameters = operation.parameters.map((parameter) => resolve(document, parameter));
  const schema = operation.requestBody?.content['application/json'].schema;
  const outcome = element('output', {});
  const answer = element('pre', { hidden: true, tabIndex: 0 });
  const form = element('form', {}, [
    element('p', {}, [operation.description ?? '']),
    element('div', { className: 'row' }, parameters.map(fieldOf)),
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
    outcome.textContent = 'On its way.';
    const result = await send(method, path, form).catch((error) => ({
      isGood: false,
      line: 'There was no answer.',
      text: String(error),
    }));
    outcome.textContent = result.line;
    outcome.dataset.outcome = result.isGood ? 'good' : 'bad';
    answer.textContent = result.text;
    answer.hidden = false;
    // The next act is another one: a repeated key would only give the first answer again.
    const key = form.elements.namedItem('header:idempotency-key');
    if (key && result.isGood) key.value = crypto.randomUUID();
  });
  return form;
};

const callOf = (document, path, [method, operation]) => {
  const verb = method.toUpperCase();
  const details = element('details', { id: operation.operationId }, [
    element('summary', {}, [
      element('b', {}, [verb]),
      element('code', {}, [path]),
      element('span', {}, [operation.summary]),
    ]),
  ]);
  details.addEventListener('toggle', () => details.append(formOf(document, verb, path, operation)), {
    once: true,
  });
  return details;
};

const show = async () => {
  const place = globalThis.document.querySelector('#calls');
  try {
    const described = await (await fetch('/openapi.json')).json();
    const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map((entry) => ({ path, entry, group: entry[1].tags[0] })),
    );
    place.replaceChildren(
      ...described.tags.flatMap(({ name }) => [
        element('h2', {}, [name]),
        ...calls
          .filter(({ group }) => group === name)
          .map(({ path, entry }) => callOf(described, path, entry)),
      ]),
    );
  } catch {
    place.replaceChildren(element('p', {}, ['The description could not be loaded. Load the page again.']));
  }
};

const form = document.querySelector('#sign-in');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const outcome = form.querySelector('output');
  const { email, password } = Object.fromEntries(new FormData(form));
  try {
    token = await signIn(email, password);
    outcome.textContent = `You call as ${email}, for an hour.`;
    outcome.dataset.outcome = 'good';
  } catch (error) {
    outcome.textContent = error.message;
    outcome.dataset.outcome = 'bad';
  }
});
await show();
