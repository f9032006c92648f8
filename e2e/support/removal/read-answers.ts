import { z } from 'zod';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { fetchWithRetry } from '../fetch-with-retry.ts';
import type { TextSources } from './read-storage.ts';

/** Somebody who asks; a visitor has no token. */
export type Requester = { name: string; token: string | null };

/** What parameters of paths and queries are filled with, each of it in turn. A name that is missing here is found out. */
export type ParameterValues = Readonly<Record<string, readonly string[]>>;

/** In no answer anything depends on them, or they are of no use here. */
const leftOut = new Set([
  'limit',
  'cursor',
  'after',
  'from',
  'to',
  'kind',
  'timeZone',
  'sort',
  'rating',
  'order',
]);

/** The values of a parameter that has but a few, whether one has to be given or not. */
const choicesOf = (name: string, call: Endpoint): readonly string[] | undefined => {
  const { enum: choices } = z.toJSONSchema(call.query?.shape[name] ?? z.never(), {
    io: 'input',
    unrepresentable: 'any',
  });
  return choices?.map(String);
};

const fillingsOf = (name: string, call: Endpoint, fillings: ParameterValues): readonly string[] => {
  const found = fillings[name] ?? choicesOf(name, call);
  if (found === undefined)
    throw new Error(
      `Nothing is known to fill ${name} of ${call.method} ${call.path} with: name it in the test.`,
    );
  return found;
};

const pathsOf = (call: Endpoint, fillings: ParameterValues): string[] =>
  [...call.path.matchAll(/\{(\w+)\}/g)].reduce(
    (paths, [hole, name = '']) =>
      paths.flatMap((path) =>
        fillingsOf(name, call, fillings).map((value) => path.replace(hole, encodeURIComponent(value))),
      ),
    [call.path],
  );

/** Without a query, with each parameter by itself, and with all that are an answer's conditions together; as a file too. */
const queriesOf = (call: Endpoint, fillings: ParameterValues): string[] => {
  const names = Object.keys(call.query?.shape ?? {}).filter(
    (name) => !leftOut.has(name) && name !== 'format',
  );
  const single = names.flatMap((name) =>
    fillingsOf(name, call, fillings).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  const together = names.map(
    (name) => `${name}=${encodeURIComponent(fillingsOf(name, call, fillings)[0] ?? '')}`,
  );
  const asked = ['', ...single, together.join('&')];
  const asFile =
    call.query && 'format' in call.query.shape ? asked.map((query) => `${query}&format=csv`) : [];
  return [...new Set([...asked, ...asFile])];
};

/** Every address of every GET that there is; a new call is among them. */
export const listAddresses = (fillings: ParameterValues): string[] =>
  allEndpoints
    .filter(({ method }) => method === 'GET')
    .flatMap((call) =>
      pathsOf(call, fillings).flatMap((path) =>
        queriesOf(call, fillings).map((query) => (query === '' ? path : `${path}?${query}`)),
      ),
    );

/** So many questions at a time: enough to keep a server busy, few enough for it to answer each. */
const atOnce = 6;

/** What each asker is answered at each address, headers and refusals too. */
export const readAnswers = async (
  url: string,
  askers: readonly Requester[],
  addresses: readonly string[],
): Promise<TextSources> => {
  const places: TextSources = new Map();
  const left = askers.flatMap((asker) => addresses.map((address) => ({ ...asker, address })));
  const ask = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { name, token, address } = next;
      const answer = await fetchWithRetry(url + address, {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      });
      const headers = JSON.stringify([...answer.headers]);
      places.set(`GET ${address} as ${name}`, `${answer.status} ${headers}\n${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return places;
};
