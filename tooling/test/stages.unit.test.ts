import { expect, test } from 'vitest';
import { everydayStages, selectStages } from './stages.ts';

const selected = (...names: string[]) =>
  selectStages(everydayStages, names).map((group) => group.map(({ name }) => name));

test('selects all stages if no name is given', () => {
  expect(selected()).toEqual(everydayStages.map((group) => group.map(({ name }) => name)));
});

test('selects stages by the start of their names and keeps their groups', () => {
  expect(selected('types', 'unit', 'e2e')).toEqual([['types', 'types of the client', 'unit'], ['e2e']]);
});

test('rejects a name that matches no stage', () => {
  expect(() => selected('units')).toThrow('There is no stage "units"');
});
