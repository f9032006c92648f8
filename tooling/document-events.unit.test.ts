import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventsPage, eventsPagePath } from './document-events.ts';

test('docs/events.md is what the catalogue makes; if not: node tooling/document-events.ts', () => {
  expect(readFileSync(eventsPagePath, 'utf8')).toBe(eventsPage());
});
