import { expect, test } from 'vitest';
import { formatEmailLink } from './format-email-link.ts';

const email = 'ada@example.org';

test("links to the product's own page for a new password, with the code", () => {
  const link = 'http://127.0.0.1:9099/emulator/action?mode=resetPassword&lang=en&oobCode=a-b_c%2B1&apiKey=x';
  expect(formatEmailLink({ email, purpose: 'PASSWORD_RESET', link }, 'http://localhost:8080')).toBe(
    'E-mail to ada@example.org, for a new password: http://localhost:8080/auth/new-password?oobCode=a-b_c%2B1',
  );
});

test("leads other links through the product's address, because the emulator answers only the product", () => {
  const link = 'http://127.0.0.1:9099/emulator/action?mode=verifyEmail&oobCode=abc';
  expect(formatEmailLink({ email, purpose: 'VERIFY_EMAIL', link }, 'http://localhost:8080')).toBe(
    'E-mail to ada@example.org (VERIFY_EMAIL): http://localhost:8080/emulator/action?mode=verifyEmail&oobCode=abc',
  );
});

test('replaces control characters, which would reach the terminal of the operator', () => {
  const link = 'http://127.0.0.1:9099/emulator/action?mode=resetPassword&oobCode=abc';
  const hostile = 'a\u001b[2J\u202e\r\u009b@example.org';
  for (const purpose of ['PASSWORD_RESET', 'VERIFY_\u0007EMAIL'])
    expect(formatEmailLink({ email: hostile, purpose, link }, 'http://localhost:8080')).toMatch(
      /^E-mail to a�\[2J���@example\.org\P{C}*$/u,
    );
});
