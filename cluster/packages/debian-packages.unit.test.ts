import { expect, test } from 'vitest';
import { debianPackages, explainMissingPackages, postgresMajorOf } from './debian-packages.ts';

test('uses the PostgreSQL of the distribution', () => {
  const printed = 'postgresql\n  Depends: postgresql-17\n  Suggests: postgresql-doc\n';
  expect(postgresMajorOf(printed)).toBe(17);
  expect(debianPackages(17)).toContain('postgresql-17');
  expect(() => postgresMajorOf('')).toThrow('apt knows no package postgresql');
});

test('says what to do if the packages are not available', () => {
  expect(explainMissingPackages('this is not Linux')).toContain('apt-get update');
  expect(explainMissingPackages('this is not Linux')).toContain('this is not Linux');
});
