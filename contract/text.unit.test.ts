import { expect, test } from 'vitest';
import { emailAddress, requiredText } from './text.ts';

const sentenceFor = (schema: ReturnType<typeof requiredText>, input: unknown) =>
  schema.safeParse(input).error?.issues[0]?.message;

test('a text that is missing is said to be required, one of another type to be no text', () => {
  const name = requiredText('Name', 5);
  for (const missing of [undefined, '', ' \t ']) expect(sentenceFor(name, missing)).toBe('Name is required.');
  for (const other of [null, 7, ['x']]) expect(sentenceFor(name, other)).toBe('Name must be text.');
  expect(emailAddress('Email').safeParse(undefined).error?.issues[0]?.message).toBe('Email is required.');
});

test('text is normalised and trimmed before it is measured', () => {
  expect(requiredText('Name', 1).parse(' e\u0301 ')).toBe('é');
});

test('what PostgreSQL or JSON consumers refuse is refused here, in a sentence', () => {
  for (const text of ['a\u0000b', '\ud800', 'x\udc00y'])
    expect(sentenceFor(requiredText('Name', 9), text)).toBe(
      'Name contains characters that cannot be stored.',
    );
});
