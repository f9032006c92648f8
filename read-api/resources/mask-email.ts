/** Masks an e-mail address, so that people who do not know it cannot read it: `s•••@example.org`. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '•••' : `${first}•••${email.slice(at)}`;
};
