const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

type Claims = Record<string, unknown>;

/** Returns a token of the Auth emulator with different claims. The emulator's tokens are unsigned, so this needs no key. */
export const changeClaims = (token: string, changes: Claims): string => {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  return `${header}.${encodePart({ ...claims, ...changes })}.`;
};

/** Returns the id that the identity provider has given the user of a token. */
export const readUid = (token: string): string => {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  return String(sub);
};
