import { describe, expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { CatalogueCourse, LiveCourse } from '#contract/schemas/courses.ts';
import type { CatalogueListing } from './catalogue-order.ts';
import {
  type CataloguePages,
  mergeIntoCatalogue,
  removeFromCatalogue,
  summarizePages,
} from './catalogue-pages.ts';
import { course, createUpdate, dayOf, removal } from './testing/course-updates.ts';

const whole: CatalogueListing = { search: '', category: null, sort: 'match' };

const toListed = ({ details: _, videos: __, ...listed }: LiveCourse): CatalogueCourse => listed;

/** Pages as the server returned them at position 100. @param hasMore whether there is another page that is not loaded. */
const pagesOf = (
  pages: readonly (readonly LiveCourse[])[],
  { hasMore = false, total = 50 } = {},
): CataloguePages => ({
  pages: pages.map((courses, index) => ({
    courses: courses.map(toListed),
    end: courses.map(toListed).at(-1) ?? null,
    readAtPosition: 100,
    total,
    position: 100,
    isTotalOutdated: false,
    suggestions: [],
    next: index < pages.length - 1 || hasMore ? `after ${index}` : null,
  })),
  pageParams: pages.map((_, index) => (index === 0 ? null : `after ${index - 1}`)),
});
const merge = (cached: CataloguePages, message: LiveMessage, listing = whole) =>
  mergeIntoCatalogue(cached, message, listing);
const listNumbers = ({ pages }: CataloguePages) =>
  pages.map(({ courses }) => courses.map(({ _id }) => Number(_id.slice(0, 8))));
const getTotal = (cached: CataloguePages) => summarizePages(cached).total;

describe('if all courses are loaded', () => {
  const cached = pagesOf([[course(1), course(3)]]);

  test('appends a new course and inserts a restored one where it was', () => {
    expect(listNumbers(merge(cached, createUpdate('course-added', course(4))))).toEqual([[1, 3, 4]]);
    expect(listNumbers(merge(cached, createUpdate('course-restored', course(2))))).toEqual([[1, 2, 3]]);
  });

  test('lists a course only once if its update is applied twice', () => {
    const once = merge(cached, createUpdate('course-added', course(2)));
    expect(listNumbers(merge(once, createUpdate('course-added', course(2))))).toEqual([[1, 2, 3]]);
    expect(merge(once, removal(9, 101))).toBe(once);
  });

  test('takes the number of loaded courses as the total', () => {
    expect(getTotal(merge(cached, removal(1)))).toBe(1);
    expect(getTotal(removeFromCatalogue(cached, course(1)._id))).toBe(1);
  });

  test('keeps only the fields that lists show', () => {
    const { pages } = merge(cached, createUpdate('course-added', course(4, { details: 'Long.' })));
    expect(pages[0]?.courses.at(-1)).toEqual(toListed(course(4)));
  });
});

test('replaces a changed course in place, unless the update is older', () => {
  const cached = pagesOf([[course(1), course(2, { updatedAt: dayOf(9) }), course(3)]]);
  const changed = merge(cached, createUpdate('course-changed', course(1, { price: 5, updatedAt: dayOf(8) })));
  expect(changed.pages[0]?.courses.map(({ price }) => price)).toEqual([5, 0, 0]);
  const older = merge(cached, createUpdate('course-changed', course(2, { price: 5, updatedAt: dayOf(8) })));
  expect(older.pages[0]?.courses).toBe(cached.pages[0]?.courses);
});

describe('if not all courses are loaded', () => {
  const cached = pagesOf(
    [
      [course(1), course(3)],
      [course(5), course(7)],
    ],
    { hasMore: true },
  );

  test('inserts a course only if its place is within the loaded pages', () => {
    expect(listNumbers(merge(cached, createUpdate('course-restored', course(2))))).toEqual([
      [1, 2, 3],
      [5, 7],
    ]);
    // A course between two pages becomes the first course of the second page.
    expect(listNumbers(merge(cached, createUpdate('course-restored', course(4))))).toEqual([
      [1, 3],
      [4, 5, 7],
    ]);
    expect(listNumbers(merge(cached, createUpdate('course-added', course(9))))).toEqual([
      [1, 3],
      [5, 7],
    ]);
  });

  test('moves a course to its new place', () => {
    const byPrice: CatalogueListing = { ...whole, sort: 'price' };
    const priced = pagesOf(
      [
        [course(1, { price: 10 }), course(2, { price: 20 })],
        [course(3, { price: 30 }), course(4, { price: 40 })],
      ],
      { hasMore: true },
    );
    const reprice = (n: number, price: number) =>
      listNumbers(
        merge(priced, createUpdate('course-changed', course(n, { price, updatedAt: dayOf(9) })), byPrice),
      );
    expect(reprice(4, 15)).toEqual([[1, 4, 2], [3]]);
    expect(reprice(1, 35)).toEqual([[2], [3, 1, 4]]);
    expect(reprice(1, 99)).toEqual([[2], [3, 4]]);
    // The next page begins after the last course of this page. If that course moves, it must not disappear between the two pages.
    expect(reprice(2, 25)).toEqual([[1], [2, 3, 4]]);
    expect(reprice(9, 5)).toEqual([
      [9, 1, 2],
      [3, 4],
    ]);
  });

  test('keeps the end of the last loaded page if the last course moves or is removed, because the next page begins there', () => {
    const byPrice: CatalogueListing = { ...whole, sort: 'price' };
    const priced = pagesOf([[course(1, { price: 8 }), course(2, { price: 10 })]], { hasMore: true });
    const cheaper = merge(
      priced,
      createUpdate('course-changed', course(2, { price: 9, updatedAt: dayOf(9) })),
      byPrice,
    );
    expect(listNumbers(cheaper)).toEqual([[1, 2]]);
    const removed = merge(priced, removal(2), byPrice);
    expect(
      listNumbers(merge(removed, createUpdate('course-added', course(3, { price: 9 }), 102), byPrice)),
    ).toEqual([[1, 3]]);
  });

  test('sorts courses that were added in the same millisecond by the order in which they were added', () => {
    const bulk = { addedAt: dayOf(1), updatedAt: dayOf(1) };
    const imported = pagesOf([[course(1, bulk), course(3, bulk)], [course(5, bulk)]], { hasMore: true });
    const restore = (n: number) =>
      listNumbers(merge(imported, createUpdate('course-restored', course(n, bulk))));
    expect(restore(2)).toEqual([[1, 2, 3], [5]]);
    expect(restore(4)).toEqual([
      [1, 3],
      [4, 5],
    ]);
    expect(restore(6)).toEqual([[1, 3], [5]]);
  });

  test('applies an update only to the pages that do not contain it yet', () => {
    const { pages, pageParams } = cached;
    const newer = {
      pages: pages.map((page, index) => ({ ...page, readAtPosition: index === 0 ? 100 : 101 })),
      pageParams,
    };
    expect(listNumbers(merge(newer, createUpdate('course-restored', course(2))))).toEqual([
      [1, 2, 3],
      [5, 7],
    ]);
    expect(listNumbers(merge(newer, removal(5)))).toEqual([
      [1, 3],
      [5, 7],
    ]);
  });

  test('counts added and removed courses that are not shown', () => {
    const added = merge(cached, createUpdate('course-added', course(9)));
    expect(getTotal(added)).toBe(51);
    expect(getTotal(merge(added, removal(8, 102)))).toBe(50);
    expect(getTotal(merge(cached, createUpdate('course-changed', course(8))))).toBe(50);
  });

  test('does not count an update that the total already includes', () => {
    expect(getTotal(merge(cached, createUpdate('course-added', course(9), 100)))).toBe(50);
  });
});

describe('in a filtered list', () => {
  const business: CatalogueListing = { ...whole, category: 'Business' };
  const cached = pagesOf([[course(1, { category: 'Business' }), course(3, { category: 'Business' })]], {
    hasMore: true,
  });
  const isOutdatedAfter = (message: LiveMessage) =>
    merge(cached, message, business).pages[0]?.isTotalOutdated;

  test('removes a course that leaves the category', () => {
    const moved = merge(cached, createUpdate('course-changed', course(1, { updatedAt: dayOf(9) })), business);
    expect([listNumbers(moved), getTotal(moved)]).toEqual([[[3]], 49]);
  });

  test('inserts a course that enters the category, and marks the total as outdated', () => {
    const moved = merge(
      cached,
      createUpdate('course-changed', course(2, { category: 'Business', updatedAt: dayOf(9) })),
      business,
    );
    expect([listNumbers(moved), moved.pages[0]?.isTotalOutdated]).toEqual([[[1, 2, 3]], true]);
  });

  test('changes the total only if the effect of an update is certain', () => {
    expect(
      getTotal(merge(cached, createUpdate('course-added', course(9, { category: 'Business' })), business)),
    ).toBe(51);
    expect(getTotal(merge(cached, createUpdate('course-added', course(9)), business))).toBe(50);
    expect(getTotal(merge(cached, removal(3), business))).toBe(49);
    expect(isOutdatedAfter(removal(3))).toBe(false);
    expect(isOutdatedAfter(removal(8))).toBe(true);
    expect(isOutdatedAfter(createUpdate('course-changed', course(8)))).toBe(true);
  });

  test('inserts a course into search results only if its name matches, and before similar names', () => {
    const search: CatalogueListing = { ...whole, search: 'algebra' };
    const found = pagesOf([[course(1, { course_name: 'Algebra' }), course(2, { course_name: 'Algerbra' })]]);
    const match = course(3, { course_name: 'More ALGEBRA' });
    expect(listNumbers(merge(found, createUpdate('course-added', match), search))).toEqual([[1, 3, 2]]);
    expect(listNumbers(merge(found, createUpdate('course-added', course(4)), search))).toEqual([[1, 2]]);
    const similar = course(2, { course_name: 'Algerba', updatedAt: dayOf(9) });
    expect(listNumbers(merge(found, createUpdate('course-changed', similar), search))).toEqual([[1, 2]]);
  });

  test('lets the server count a course whose name may be similar to the search', () => {
    const search = (text: string): CatalogueListing => ({ ...whole, search: text });
    const found = pagesOf([[course(1, { course_name: 'Algebra' })]], { hasMore: true });
    const isOutdated = (message: LiveMessage, text: string) =>
      merge(found, message, search(text)).pages[0]?.isTotalOutdated;
    const similar = course(4, { course_name: 'Algerba', updatedAt: dayOf(9) });
    expect(isOutdated(createUpdate('course-added', similar), 'algebra')).toBe(true);
    // The server finds no similar names for a text of three letters.
    expect(isOutdated(createUpdate('course-added', similar), 'lgb')).toBe(false);
    const renamed = createUpdate('course-changed', course(1, { course_name: 'Botany', updatedAt: dayOf(9) }));
    expect(isOutdated(renamed, 'algebra')).toBe(true);
    expect(listNumbers(merge(found, renamed, search('alg')))).toEqual([[]]);
  });

  test('compares names as the server does', () => {
    const street = course(3, { course_name: 'Straßen und Brücken' });
    const search: CatalogueListing = { ...whole, search: 'strasse' };
    expect(listNumbers(merge(pagesOf([[]]), createUpdate('course-added', street), search))).toEqual([[3]]);
    const byName: CatalogueListing = { ...whole, sort: 'name' };
    // Names are sorted by 60 characters. These have 41, but each 𐌰 has two UTF-16 code units.
    const courseWithWideName = (n: number, end: string) =>
      course(n, { course_name: `${'𐌰'.repeat(40)}${end}` });
    const sorted = merge(
      pagesOf([[courseWithWideName(1, 'b')]]),
      createUpdate('course-added', courseWithWideName(2, 'a')),
      byName,
    );
    expect(listNumbers(sorted)).toEqual([[2, 1]]);
  });

  test('inserts a course into the list of a teacher’s courses only if that teacher teaches it', () => {
    const teacher = { _id: 'f0000000-0000-4000-8000-000000000000', name: 'Noether' };
    const taught: CatalogueListing = { ...whole, teacher };
    const none = pagesOf([[]]);
    expect(listNumbers(merge(none, createUpdate('course-added', course(1)), taught))).toEqual([[]]);
    const own = course(1, { instructorId: teacher._id });
    expect(listNumbers(merge(none, createUpdate('course-added', own), taught))).toEqual([[1]]);
  });
});

test.each<[CatalogueListing['sort'], number[]]>([
  ['match', [1, 2, 3, 4]],
  ['name', [3, 4, 1, 2]],
  ['difficulty', [4, 1, 3, 2]],
  ['newest', [4, 3, 2, 1]],
  ['price', [2, 1, 3, 4]],
])('sorts by %s as the server does', (sort, expected) => {
  const courses = [
    course(1, { course_name: 'Écologie', difficulty: '7 of 10', price: 20 }),
    course(2, { course_name: 'Zoology', difficulty: 'hard', price: 10 }),
    course(3, { course_name: 'algebra', difficulty: ' 6,5', price: 20 }),
    course(4, { course_name: 'Botany', difficulty: '10', price: 30 }),
  ];
  const sorted = courses.reduce(
    (cached, added, index) =>
      merge(cached, createUpdate('course-added', added, 101 + index), { ...whole, sort }),
    pagesOf([[]]),
  );
  expect(listNumbers(sorted)).toEqual([expected]);
});

test('shows a course only once if it is on two pages', () => {
  const cached = pagesOf([
    [course(1), course(2)],
    [course(2), course(3)],
  ]);
  expect(summarizePages(cached).courses.map(({ course_name }) => course_name)).toEqual([
    'Course 1',
    'Course 2',
    'Course 3',
  ]);
});
