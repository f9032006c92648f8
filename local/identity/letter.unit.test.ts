import { expect, test } from 'vitest';
import { letterOf } from './letter.ts';

const email = 'ada@example.org';

test("the link for a new password leads to the product's own page, with its code", () => {
  const link = 'http://127.0.0.1:9099/emulator/action?mode=resetPassword&lang=en&oobCode=a-b_c%2B1&apiKey=x';
  expect(letterOf({ email, purpose: 'PASSWORD_RESET', link }, 'http://localhost:8080')).toBe(
    'E-mail to ada@example.org, for a new password: http://localhost:8080/auth/new-password?oobCode=a-b_c%2B1',
  );
});

test('any other link is printed as it is', () => {
  const link = 'http://127.0.0.1:9099/emulator/action?mode=verifyEmail&oobCode=abc';
  expect(letterOf({ email, purpose: 'VERIFY_EMAIL', link }, 'http://localhost:8080')).toBe(
    `E-mail to ada@example.org (VERIFY_EMAIL): ${link}`,
  );
});
