/** A link that Firebase would send by e-mail; here it is printed in the terminal. */
export type EmailLink = { email: string; purpose: string; link: string };

/** An e-mail address can contain characters that a terminal interprets as commands. */
const toPrintable = (text: string) => text.replaceAll(/\p{C}/gu, '\uFFFD');

/**
 * Formats the line that replaces an e-mail. A link for a new password leads to the product's own page, because the emulator's page
 * expects the new password in its URL. Other links lead through the product, because the emulator answers only requests with its secret, which the product adds.
 * @param address the product's URL, without a trailing slash.
 */
export const formatEmailLink = ({ email, purpose, link }: EmailLink, address: string): string => {
  const url = URL.parse(link);
  const to = toPrintable(email);
  const code = url?.searchParams.get('oobCode');
  if (purpose !== 'PASSWORD_RESET' || !code)
    return `E-mail to ${to} (${toPrintable(purpose)}): ${address}${url?.pathname ?? ''}${url?.search ?? ''}`;
  return `E-mail to ${to}, for a new password: ${address}/auth/new-password?oobCode=${encodeURIComponent(code)}`;
};
