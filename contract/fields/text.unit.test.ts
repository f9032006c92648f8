import { expect, test } from 'vitest';
import { emailAddress, requiredText } from './text.ts';

const sentenceFor = (schema: ReturnType<typeof requiredText>, input: unknown) =>
  schema.safeParse(input).error?.issues[0]?.message;

test('reports a missing text as required and another type as not text', () => {
  const name = requiredText('Name', 5);
  for (const missing of [undefined, '', ' \t ']) expect(sentenceFor(name, missing)).toBe('Name is required.');
  for (const other of [null, 7, ['x']]) expect(sentenceFor(name, other)).toBe('Name must be text.');
  expect(emailAddress('Email').safeParse(undefined).error?.issues[0]?.message).toBe('Email is required.');
});

test('normalises and trims before it checks the length', () => {
  expect(requiredText('Name', 1).parse(' e\u0301 ')).toBe('é');
});

test('refuses characters that PostgreSQL or JSON consumers refuse', () => {
  for (const text of ['a\u0000b', '\ud800', 'x\udc00y'])
    expect(sentenceFor(requiredText('Name', 9), text)).toBe(
      'Name contains characters that cannot be stored.',
    );
});
