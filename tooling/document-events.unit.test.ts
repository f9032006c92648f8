import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventsPagePath, renderEventsPage } from './document-events.ts';

test('docs/events.md matches the catalogue (otherwise run: npx node tooling/document-events.ts)', () => {
  expect(readFileSync(eventsPagePath, 'utf8')).toBe(renderEventsPage());
});
