import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Column,
  createCsv,
  createTablePage,
  formatOrderName,
  getNextOrder,
  sortRows,
  type TableView,
} from './table-view.ts';

type Row = { name: string; email: string };
const columns: Column<Row>[] = [
  { key: 'name', heading: 'Name', getText: (row) => row.name },
  { key: 'email', heading: 'Email', getText: (row) => row.email },
];
const rows: Row[] = [
  { name: 'Zoë Strand', email: 'zoe@example.org' },
  { name: 'adam', email: 'adam10@example.org' },
  { name: 'Bea', email: 'adam9@example.org' },
];
const listNames = (found: Row[]) => found.map((row) => row.name);
const createView = (change: Partial<TableView> = {}): TableView => ({
  order: null,
  page: 0,
  pageSize: 25,
  ...change,
});

test('sorts alphabetically, with numbers within texts in numerical order, but not by an unknown column', () => {
  expect(listNames(sortRows(rows, columns, { key: 'name', direction: 'ascending' }))).toEqual([
    'adam',
    'Bea',
    'Zoë Strand',
  ]);
  expect(listNames(sortRows(rows, columns, { key: 'email', direction: 'ascending' }))).toEqual([
    'Bea',
    'adam',
    'Zoë Strand',
  ]);
  expect(sortRows(rows, columns, { key: 'gone', direction: 'ascending' })).toEqual(rows);
});

test('uses the comparison and the names of the orders that a column defines', () => {
  const [name] = columns as [Column<Row>];
  const byLength: Column<Row> = {
    ...name,
    compare: (a, b) => a.length - b.length,
    orderNames: { ascending: 'shortest first', descending: 'longest first' },
  };
  const longestFirst = sortRows(rows, [byLength], { key: 'name', direction: 'descending' });
  expect(listNames(longestFirst)).toEqual(['Zoë Strand', 'adam', 'Bea']);
  expect(formatOrderName(byLength, 'descending')).toBe('Name, longest first');
  expect(formatOrderName(name, 'ascending')).toBe('Name, A to Z');
});

test('changes from ascending to descending to the original order, and begins with ascending in a different column', () => {
  const once = getNextOrder(null, 'name');
  const twice = getNextOrder(once, 'name');
  expect([once, twice, getNextOrder(twice, 'name')]).toEqual([
    { key: 'name', direction: 'ascending' },
    { key: 'name', direction: 'descending' },
    null,
  ]);
  expect(getNextOrder(once, 'email')).toEqual({ key: 'email', direction: 'ascending' });
});

test('shows each row on exactly one page, and the nearest page if the requested one does not exist', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { maxLength: 260 }),
      fc.integer({ min: -2, max: 30 }),
      (texts, requested) => {
        const many = texts.map((name, index) => ({ name, email: String(index) }));
        const { pageCount } = createTablePage(many, columns, createView());
        const all = Array.from(
          { length: pageCount },
          (_, page) => createTablePage(many, columns, createView({ page })).rows,
        ).flat();
        expect(all).toEqual(many);
        const { page } = createTablePage(many, columns, createView({ page: requested }));
        expect(page).toBe(Math.max(0, Math.min(requested, pageCount - 1)));
      },
    ),
  );
});

test('quotes special characters and escapes formulas in CSV', () => {
  const cells: Row[] = [
    { name: 'Strand, "Zoë"', email: 'a\nb' },
    { name: '=HYPERLINK("http://x")', email: '+1' },
    { name: ' @x', email: '-2' },
  ];
  expect(createCsv(cells, columns)).toBe(
    '\uFEFFName,Email\r\n"Strand, ""Zoë""","a\nb"\r\n"\'=HYPERLINK(""http://x"")",\'+1\r\n\' @x,\'-2\r\n',
  );
});
