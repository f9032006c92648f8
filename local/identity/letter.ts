/** A link that Firebase would send by e-mail; here it is printed. */
export type Link = { email: string; purpose: string; link: string };

/**
 * The line that stands for the e-mail. The link for a new password leads to the product's own page for it: the emulator's
 * page wants the new password written into the address.
 * @param address where people find the product, without a slash at the end.
 */
export const letterOf = ({ email, purpose, link }: Link, address: string): string => {
  const code = URL.parse(link)?.searchParams.get('oobCode');
  if (purpose !== 'PASSWORD_RESET' || !code) return `E-mail to ${email} (${purpose}): ${link}`;
  return `E-mail to ${email}, for a new password: ${address}/auth/new-password?oobCode=${encodeURIComponent(code)}`;
};
