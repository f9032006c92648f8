import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test('quotes cells with commas, quotes or line breaks, and ends the row with CRLF', () => {
  expect(csvRow(['plain', 'a,b', 'a "quote"', 'two\nlines', ''])).toBe(
    'plain,"a,b","a ""quote""","two\nlines",\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t1', '\r1'])('escapes the formula %j', (text) => {
  expect(csvRow([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
});

test.each(['2026-11-21', 'a=b', '{"price":-1}', '1'])('does not escape %j', (text) => {
  expect(csvRow([text])).not.toContain("'");
});
