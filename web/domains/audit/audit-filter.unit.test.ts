import { expect, test } from 'vitest';
import { isFilterActive, readAuditFilter, toAuditQuery } from './audit-filter.ts';

const id = '00000000-0000-4000-8000-000000000001';
const read = (query: string) => readAuditFilter(new URLSearchParams(query));

test('reads the filter from the address and ignores invalid values', () => {
  expect(read(`kind=removals&person=${id}&record=course-${id}&from=2026-11-01&to=2026-11-02`)).toEqual({
    kind: 'removals',
    person: id,
    record: `course-${id}`,
    from: '2026-11-01',
    to: '2026-11-02',
  });
  const invalid = read('kind=toString&person=me&record=../x&from=soon&to=2026-13-45');
  expect(invalid).toEqual({ kind: null, person: null, record: null, from: null, to: null });
  expect(isFilterActive(invalid)).toBe(false);
  expect(isFilterActive(read('kind=notes'))).toBe(true);
});

test.each(['admins', 'log', `review-${id}`])('reads the record %s from the address', (record) => {
  expect(read(`record=${record}`).record).toBe(record);
});

test('converts the days into times in the user’s time zone, and includes the last day', () => {
  const { from, to } = toAuditQuery(read('from=2026-11-11&to=2026-11-11'));
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
  expect(new Date(from ?? '').getHours()).toBe(0);
});
