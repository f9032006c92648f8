import { expect, test } from 'vitest';
import { withoutOwnReadings } from './own-readings.ts';

const by = (id: string | null, type: string) => ({
  type,
  actor: id === null ? null : { _id: id, name: id, userType: 'Admin' as const },
});
const [own, another, edit, school] = [
  by('ada', 'PersonalDataRead'),
  by('bea', 'PersonalDataRead'),
  by('ada', 'CourseEdited'),
  by(null, 'CourseEdited'),
];
const all = [own, another, edit, school];

test('a reader is told of everything but of their own looking', () => {
  expect(withoutOwnReadings(all, 'ada')).toEqual([another, edit, school]);
  expect(withoutOwnReadings([own], 'ada')).toEqual([]);
});

test('while nobody is known to read, nothing is left out', () => {
  expect(withoutOwnReadings(all, null)).toEqual(all);
});
