import { expect, test } from 'vitest';
import { projections } from '../models/projections.ts';
import { parseCommand } from './parse-command.ts';
import { rebuildCommand } from './rebuild-command.ts';

const parse = (line: string) => parseCommand(line.split(' ').filter(Boolean), projections);

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

test('runs a command on the named models, or on all', () => {
  expect(parse('rebuild users')).toEqual({
    kind: 'command',
    run: rebuildCommand,
    projections: projections.filter(({ model }) => model === 'users'),
  });
  for (const line of ['rebuild --all', 'check', 'retry', 'status'])
    expect(parse(line)).toMatchObject({ kind: 'command', projections });
});
