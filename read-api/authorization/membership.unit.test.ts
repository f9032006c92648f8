import { expect, test } from 'vitest';
import { requireRecentRoles } from './membership.ts';

test('trusts the roles of a replica for the first minute of an outage only', () => {
  requireRecentRoles(0);
  requireRecentRoles(60_000);
  expect(() => requireRecentRoles(60_001)).toThrow('Your role cannot be checked');
});
