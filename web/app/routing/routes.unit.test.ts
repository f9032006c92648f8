import { expect, test } from 'vitest';
import { loginReason } from '../../client/session/login-redirect.ts';
import { guardedPages } from './routes.tsx';

test('the login says for every guarded page why it is shown', () => {
  const paths = guardedPages.map(({ path = '' }) => path.replaceAll(/:\w+/g, 'x'));
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((from) => loginReason({ from }) === loginReason({ from: '/unknown' }))).toEqual([]);
});
