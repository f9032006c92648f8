import { expect, test } from 'vitest';
import { projections } from '../projections.ts';
import { parseCommand } from './parse.ts';
import { rebuildCommand } from './rebuild-command.ts';

const parse = (line: string) => parseCommand(line.split(' ').filter(Boolean), projections);

test.each(['', '--help', '-h', 'help', 'rebuild --help'])('"%s" asks for help', (line) => {
  expect(parse(line)).toEqual({ kind: 'help' });
});

test.each([
  ['rebuld courses', /no command "rebuld"/],
  ['constructor', /no command/],
  ['rebuild', /or --all/],
  ['rebuild course', /no read model "course"/],
  ['rebuild --all users', /either names or --all/],
  ['check --fast', /--fast/],
])('"%s" is refused with a sentence', (line, why) => {
  expect(parse(line)).toMatchObject({ kind: 'wrong', why: expect.stringMatching(why) });
});

test('a command knows its models: those named, or all', () => {
  expect(parse('rebuild users')).toEqual({
    kind: 'command',
    run: rebuildCommand,
    projections: projections.filter(({ model }) => model === 'users'),
  });
  for (const line of ['rebuild --all', 'check', 'retry', 'status'])
    expect(parse(line)).toMatchObject({ kind: 'command', projections });
});
