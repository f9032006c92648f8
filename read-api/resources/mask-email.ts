/** Masks an e-mail address so that only its owner recognizes it: `s•••@example.org`. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '•••' : `${first}•••${email.slice(at)}`;
};
