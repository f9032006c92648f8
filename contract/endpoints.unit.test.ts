import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoints/endpoint.ts';
import { allEndpoints, endpoints } from './endpoints.ts';

const folder = join(import.meta.dirname, 'endpoints');
const groupFiles = readdirSync(folder).filter((name) => name !== 'endpoint.ts');

test.each(groupFiles)(
  '`endpoints` contains each endpoint of endpoints/%s under its own name',
  async (file) => {
    const table: Record<string, Endpoint> = endpoints;
    const groups: Record<string, Record<string, Endpoint>> = await import(join(folder, file));
    const described = Object.values(groups).flatMap((group) => Object.entries(group));
    expect(described).not.toEqual([]);
    for (const [name, endpoint] of described) expect(table[name]).toBe(endpoint);
  },
);

test('no two endpoints share method and path', () => {
  const names = allEndpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  expect(new Set(names).size).toBe(names.length);
});

test.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s describes exactly the parameters of its path',
  (_, endpoint) => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(inPath);
  },
);

test('only POST, PUT and PATCH have bodies', () => {
  for (const endpoint of allEndpoints)
    if (endpoint.body !== null) expect(['POST', 'PUT', 'PATCH']).toContain(endpoint.method);
});
