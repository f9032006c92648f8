import { expect, test } from 'vitest';
import { recentSignInMs, requireRecentSignIn } from './recent-sign-in.ts';

const now = 1_000_000_000;

test('accepts a sign-in within the last five minutes, even if the clock of the provider is ahead', () => {
  for (const signedInAt of [now, now - recentSignInMs, now + 60_000])
    expect(() => requireRecentSignIn({ signedInAt }, now)).not.toThrow();
});

test('refuses an older sign-in, and one at an unknown time', () => {
  for (const signedInAt of [now - recentSignInMs - 1, 0, Number.NaN])
    expect(() => requireRecentSignIn({ signedInAt }, now)).toThrow(
      expect.objectContaining({ code: 'sign-in-too-old' }),
    );
});
