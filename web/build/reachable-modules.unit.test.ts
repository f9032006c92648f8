import { expect, test } from 'vitest';
import { createReachabilityCheck } from './reachable-modules.ts';

const imports: Record<string, { importedIds: string[]; dynamicallyImportedIds: string[] }> = {
  main: { importedIds: ['routes', 'shared'], dynamicallyImportedIds: ['live', 'menu'] },
  live: { importedIds: ['socket'], dynamicallyImportedIds: ['user-handlers'] },
  routes: { importedIds: [], dynamicallyImportedIds: ['home', 'profile'] },
  'public-pages': { importedIds: [], dynamicallyImportedIds: ['home'] },
  home: { importedIds: ['card', 'main'], dynamicallyImportedIds: [] },
};
const graph = { getModuleInfo: (id: string) => imports[id] ?? null };

test('finds what the entry, the live connection and the public pages import, also through other modules', () => {
  const isInFirstView = createReachabilityCheck({ entries: ['main', 'live'], pages: 'public-pages' });
  for (const id of ['main', 'routes', 'shared', 'live', 'socket', 'home', 'card'])
    expect([id, isInFirstView(id, graph)]).toEqual([id, true]);
  for (const id of ['menu', 'user-handlers', 'profile', 'public-pages'])
    expect([id, isInFirstView(id, graph)]).toEqual([id, false]);
});
