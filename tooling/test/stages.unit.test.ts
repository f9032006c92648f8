import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
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

test('the program answers an unknown name with one line that names the stages, and exits with 1', () => {
  const program = join(import.meta.dirname, 'main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'units'], { encoding: 'utf8' });
  const names = everydayStages.flat().map(({ name }) => name);
  expect({ status, stdout, stderr }).toEqual({
    ...{ status: 1, stdout: '' },
    stderr: `There is no stage "units". Choose from: ${names.join(', ')}.\n`,
  });
});
