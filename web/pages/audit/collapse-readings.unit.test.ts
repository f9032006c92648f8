import { expect, test } from 'vitest';
import { collapseReadings } from './collapse-readings.ts';

const reading = (position: number) => ({ type: 'PersonalDataRead', position });
const edit = (position: number) => ({ type: 'CourseEdited', position });

test('puts consecutive readings together and keeps the order', () => {
  expect(collapseReadings([reading(9), edit(8), reading(7), reading(6), edit(5), edit(4)])).toEqual([
    { kind: 'readings', entries: [reading(9)] },
    { kind: 'change', entry: edit(8) },
    { kind: 'readings', entries: [reading(7), reading(6)] },
    { kind: 'change', entry: edit(5) },
    { kind: 'change', entry: edit(4) },
  ]);
  expect(collapseReadings([])).toEqual([]);
});
