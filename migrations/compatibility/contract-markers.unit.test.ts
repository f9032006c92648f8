import { expect, test } from 'vitest';
import { findForbiddenChanges, readContractMarkers } from './contract-markers.ts';

const change = 'removed column read.courses.price: bigint';
const releases = new Set(['0.1.0', '0.2.0']);

test('permits a breaking change if a released version no longer uses the object', () => {
  const markers = readContractMarkers(`-- Prices are in a table of their own.
-- contract: ${change}, unused since 0.2.0
alter table read.courses drop column price;`);
  expect(markers).toEqual([{ change, release: '0.2.0' }]);
  expect(findForbiddenChanges([change], markers, releases)).toEqual([]);
});

test('forbids a breaking change without a marker, and says what to do', () => {
  const [sentence] = findForbiddenChanges([change], [], releases);
  expect(sentence).toContain(`-- contract: ${change}, unused since`);
});

test('forbids a marker of a version that is not released, and a marker that permits nothing', () => {
  expect(findForbiddenChanges([change], [{ change, release: '0.3.0' }], releases)).toEqual([
    `${change}: 0.3.0 is not a release of CHANGELOG.md.`,
  ]);
  expect(findForbiddenChanges([], [{ change, release: '0.2.0' }], releases)).toEqual([
    `the marker "${change}" permits nothing: the migration does not contain this change.`,
  ]);
});

test('refuses a line that is almost a marker', () => {
  expect(() => readContractMarkers('-- contract: removed column price')).toThrow(SyntaxError);
});
