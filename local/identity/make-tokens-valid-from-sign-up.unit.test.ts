import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { type AccountCreator, makeTokensValidFromSignUp } from './make-tokens-valid-from-sign-up.ts';

type State = AccountCreator & { getUserByLocalId(id: string): { validSince?: string } };
const { AgentProjectState } = createRequire(import.meta.url)('firebase-tools/lib/emulator/auth/state') as {
  AgentProjectState: new (projectId: string) => State;
};

test('makes tokens valid from the sign-up on, even if the clock moves on to the next second in the meantime', () => {
  const state = new AgentProjectState('demo');
  // Without the function, the tokens of an account that signed in during second 1 are valid only from second 2 on.
  state.createUserWithLocalId('before', { lastLoginAt: '1999', validSince: '2' });
  expect(state.getUserByLocalId('before').validSince).toBe('2');

  makeTokensValidFromSignUp(state);
  state.createUserWithLocalId('later', { lastLoginAt: '1999', validSince: '2' });
  state.createUserWithLocalId('same', { lastLoginAt: '2000', validSince: '2' });
  state.createUserWithLocalId('none', {});
  expect(['later', 'same', 'none'].map((id) => state.getUserByLocalId(id).validSince)).toEqual([
    '1',
    '2',
    undefined,
  ]);
});
