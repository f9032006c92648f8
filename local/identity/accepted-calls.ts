import { z } from 'zod';

const token = z.string();
const text = z.string().min(1);
/** Fields that the client library adds to several calls. */
const clientFields = { clientType: z.string().optional(), returnSecureToken: z.boolean().optional() };

/**
 * The schemas of the bodies that the client sends, by action. Other fields are refused, because the emulator reads
 * `Email` as `email`: if a body had both, its password would be tried on one account and counted for another.
 */
const bodySchemas = {
  signUp: z.strictObject({ email: text, password: text, ...clientFields }),
  signInWithPassword: z
    .strictObject({ email: text, password: z.string(), ...clientFields })
    .transform(({ email, password }) => ({ email, password, returnSecureToken: true })),
  lookup: z.strictObject({ idToken: token }),
  update: z.strictObject({
    idToken: token,
    displayName: z.string().nullish(),
    photoUrl: z.string().nullish(),
    ...clientFields,
  }),
  delete: z.strictObject({ idToken: token }),
  sendOobCode: z.strictObject({
    requestType: z.enum(['PASSWORD_RESET', 'VERIFY_EMAIL']),
    email: z.string().optional(),
    idToken: token.optional(),
    ...clientFields,
  }),
  resetPassword: z.strictObject({ oobCode: z.string(), newPassword: z.string().optional() }),
  createAuthUri: z.strictObject({ identifier: text, continueUri: z.string() }),
};

const tokenFields = z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string() });

type AccountAction = keyof typeof bodySchemas;
/** An action on an account, the renewal of a token, or the page that redeems the code of an e-mail. */
type ForwardedCall = AccountAction | 'renewToken' | 'redeemCode';
/** The proxy itself answers `passwordPolicy`, because the emulator does not implement it. */
export type Call = ForwardedCall | 'passwordPolicy';

/** Returns the call that a path stands for; null if the client does not use the path. */
export const findCall = (path: string): Call | null => {
  if (path === '/securetoken.googleapis.com/v1/token') return 'renewToken';
  if (path === '/emulator/action') return 'redeemCode';
  if (path === '/identitytoolkit.googleapis.com/v2/passwordPolicy') return 'passwordPolicy';
  const action = /^\/identitytoolkit\.googleapis\.com\/v1\/accounts:(\w+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(bodySchemas, action) ? (action as AccountAction) : null;
};

/** Returns the only HTTP method with which a call is accepted. */
export const methodOf = (call: Call): 'GET' | 'POST' =>
  call === 'redeemCode' || call === 'passwordPolicy' ? 'GET' : 'POST';

/** The accepted parameters of a URL. `continueUrl` is not one of them, because the emulator would redirect to any site. */
const queryNames = ['mode', 'oobCode', 'apiKey', 'lang', 'newPassword', 'key'];

/**
 * Returns the query to forward: the accepted names, each with one value. It is built from scratch, because the emulator reads
 * `name[]` and repeated names as lists.
 */
export const createQueryToForward = (given: URLSearchParams): URLSearchParams => {
  const query = new URLSearchParams();
  for (const name of queryNames) {
    const value = given.get(name);
    if (value !== null) query.set(name, value);
  }
  return query;
};

/** Returns how many bytes a call may store in an account. A profile contains the URL of a picture, of up to 2,000 characters. */
const maxFieldsBytes = (call: ForwardedCall): number => (call === 'update' ? 3 * 1024 : 2 * 1024);

export type BodyToForward = {
  contentType: string;
  text: string;
  /** The e-mail address in the body; empty without one. */
  email: string;
  /** The password that the call sets, in a sign-up or with the code of an e-mail; null if it sets none. */
  newPassword: string | null;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Returns a new body with only the accepted fields of the given one, or the reason why the given body is refused. */
export const createBodyToForward = (
  call: ForwardedCall,
  body: Buffer,
): BodyToForward | 'invalid' | 'too-large' => {
  const accepted = { contentType: 'application/json', text: '', email: '', newPassword: null };
  if (call === 'redeemCode') return accepted;
  if (call === 'renewToken') {
    const form = tokenFields.safeParse(Object.fromEntries(new URLSearchParams(body.toString())));
    if (!form.success) return 'invalid';
    const contentType = 'application/x-www-form-urlencoded';
    return { ...accepted, contentType, text: `${new URLSearchParams(form.data)}` };
  }
  const parsed = bodySchemas[call].safeParse(parseJson(body.toString()));
  if (!parsed.success) return 'invalid';
  // A token is not stored, so its length does not count. A token can be long, because it contains the URL of the picture.
  const { idToken: _, ...fields } = parsed.data as {
    idToken?: string;
    email?: string;
    password?: string;
    newPassword?: string;
  };
  if (Buffer.byteLength(JSON.stringify(fields)) > maxFieldsBytes(call)) return 'too-large';
  return {
    ...accepted,
    text: JSON.stringify(parsed.data),
    email: fields.email ?? '',
    newPassword: fields.newPassword ?? (call === 'signUp' ? (fields.password ?? null) : null),
  };
};
