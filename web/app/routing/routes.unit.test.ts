import { expect, test } from 'vitest';
import { describeLoginReason } from '../../client/session/login-redirect.ts';
import { guardedPages } from './routes.tsx';

test('the login page gives a specific reason for every guarded page', () => {
  const paths = guardedPages.map(({ path = '' }) => path.replaceAll(/:\w+/g, 'x'));
  expect(paths.length).toBeGreaterThan(15);
  const defaultReason = describeLoginReason({ from: '/unknown' });
  expect(paths.filter((from) => describeLoginReason({ from }) === defaultReason)).toEqual([]);
});
