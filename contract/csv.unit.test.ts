import { expect, test } from 'vitest';
import { formatCsvRow } from './csv.ts';

test('quotes cells with commas, quotes or line breaks, and ends the row with CRLF', () => {
  expect(formatCsvRow(['plain', 'a,b', 'a "quote"', 'two\nlines', ''])).toBe(
    'plain,"a,b","a ""quote""","two\nlines",\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t1', '\r1', '"=1'])('escapes the formula %j', (text) => {
  expect(formatCsvRow([text]).replaceAll('"', '')).toBe(`'${text.replaceAll('"', '')}\r\n`);
});

test.each(['＝1+1', '＋1', '－1', '＠SUM(A1)', ' ＝1'])('escapes the full-width formula %j', (text) => {
  expect(formatCsvRow([text])).toBe(`'${text}\r\n`);
});

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x; @SUM(A1)', "x;' @SUM(A1)"],
  ['x;＝1', "x;'＝1"],
  ['x;-1;+1', "x;'-1;'+1"],
  ['x\t=1', "x\t'=1"],
  ['x\n=1', "x\n'=1"],
  ['x;"=1+1;y', "x;'=1+1;y"],
  ['x; " "-1', "x;'  -1"],
])(
  'escapes the formula in %j, for spreadsheets that begin a cell at a semicolon, tab or line break',
  (text, expected) => {
    expect(formatCsvRow([text]).trimEnd().replaceAll('"', '')).toBe(expected);
  },
);

test.each(['2026-11-21', 'a=b', '{"price":-1}', '1', 'a; b', 'x;y=1'])('does not escape %j', (text) => {
  expect(formatCsvRow([text])).not.toContain("'");
});
