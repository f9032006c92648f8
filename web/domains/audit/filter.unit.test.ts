import { expect, test } from 'vitest';
import { auditQueryOf, filterFrom, isNarrowed } from './filter.ts';

const id = '00000000-0000-4000-8000-000000000001';
const read = (query: string) => filterFrom(new URLSearchParams(query));

test('a filter is what its address says, and nothing that it does not understand', () => {
  expect(read(`kind=removals&person=${id}&record=course-${id}&from=2026-11-01&to=2026-11-02`)).toEqual({
    ...{ kind: 'removals', person: id, record: `course-${id}`, from: '2026-11-01', to: '2026-11-02' },
  });
  const nonsense = read('kind=toString&person=me&record=../x&from=soon&to=2026-13-45');
  expect(nonsense).toEqual({ kind: null, person: null, record: null, from: null, to: null });
  expect(isNarrowed(nonsense)).toBe(false);
  expect(isNarrowed(read('kind=notes'))).toBe(true);
});

test('days are the reader’s own, and the last one is in it whole', () => {
  const { from, to } = auditQueryOf(read('from=2026-11-01&to=2026-11-01'));
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
  expect(new Date(from ?? '').getHours()).toBe(0);
});
