import { expect, test } from 'vitest';
import { modelNames } from '../models/model-names.ts';
import { projections } from '../models/projections.ts';
import { parseCommand } from './parse-command.ts';

const parse = (line: string) => parseCommand(line.split(' ').filter(Boolean));

test('knows the names of all read models', () => {
  expect(modelNames).toEqual(projections.map(({ model }) => model));
});

test.each(['', '--help', '-h', 'help', 'rebuild --help'])('shows help for "%s"', (line) => {
  expect(parse(line)).toEqual({ kind: 'help' });
});

test.each([
  ['rebuld courses', /no command "rebuld"/],
  ['constructor', /no command/],
  ['rebuild', /or use --all/],
  ['rebuild course', /no read model "course"/],
  ['rebuild --all users', /either model names or --all/],
  ['check --fast', /--fast/],
])('rejects "%s" with an explanation', (line, message) => {
  expect(parse(line)).toMatchObject({ kind: 'invalid', message: expect.stringMatching(message) });
});

test('selects the named models, or all models if none is named', () => {
  expect(parse('rebuild users')).toEqual({ kind: 'command', name: 'rebuild', models: ['users'] });
  for (const line of ['rebuild --all', 'check', 'retry', 'status'])
    expect(parse(line)).toEqual({ kind: 'command', name: line.split(' ')[0], models: modelNames });
});
