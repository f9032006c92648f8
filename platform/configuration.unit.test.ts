import { expect, test } from 'vitest';
import {
  ConfigurationError,
  parseConfiguration,
  requireMasterKeys,
  requireRemovalsFile,
} from './configuration.ts';

const base = { DATABASE_URL: 'postgres://localhost/x' };
const production = { ...base, NODE_ENV: 'production', FIREBASE_PROJECT_ID: 'school' };
const problemsOf = (env: Record<string, string>) => {
  try {
    parseConfiguration(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

test('has safe defaults', () => {
  expect(parseConfiguration(base)).toMatchObject({
    isProduction: false,
    host: '127.0.0.1',
    port: 8080,
    roleSignup: 'approval',
    publicUrl: null,
    rateLimitPerMinute: 6_000,
    firebase: { projectId: 'demo-lyceum', emulatorHost: null, checkRevoked: false },
  });
});

test('needs two settings for open role sign-up in production', () => {
  expect(parseConfiguration(production)).toMatchObject({ roleSignup: 'approval', rateLimitPerMinute: 600 });
  expect(problemsOf({ ...production, ROLE_SIGNUP: 'open' })).toHaveLength(1);
  expect(
    parseConfiguration({ ...production, ROLE_SIGNUP: 'open', ROLE_SIGNUP_OPEN_IN_PRODUCTION: 'yes' })
      .roleSignup,
  ).toBe('open');
});

test('refuses the Auth emulator in production, because it accepts forged tokens', () => {
  expect(problemsOf({ ...production, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toEqual([
    'FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator accepts forged sign-ins.',
  ]);
});

test.each(['prod', 'Production', 'staging'])('refuses the unknown NODE_ENV %s', (value) => {
  expect(problemsOf({ ...base, NODE_ENV: value })).toEqual([
    'NODE_ENV: must be production, development or test. Another word would run without the checks of production.',
  ]);
});

test('opens role sign-up only if ROLE_SIGNUP is open', () => {
  for (const NODE_ENV of ['development', 'test']) {
    expect(parseConfiguration({ ...base, NODE_ENV }).roleSignup).toBe('approval');
    expect(parseConfiguration({ ...base, NODE_ENV, ROLE_SIGNUP: 'open' }).roleSignup).toBe('open');
  }
});

test.each<Record<string, string>>([{}, { NODE_ENV: '' }, { ROLE_SIGNUP_OPEN_IN_PRODUCTION: 'yes' }])(
  'does not open role sign-up with a forgotten NODE_ENV, with %o',
  (env) => {
    expect(parseConfiguration({ ...base, ...env }).roleSignup).toBe('approval');
    expect(problemsOf({ ...base, ...env, ROLE_SIGNUP: 'open' })).toEqual([
      'ROLE_SIGNUP=open needs NODE_ENV=development: it lets anybody become an Admin.',
    ]);
  },
);

test('accepts the Auth emulator only if NODE_ENV says development or test', () => {
  const emulator = { ...base, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
  for (const NODE_ENV of ['development', 'test'])
    expect(parseConfiguration({ ...emulator, NODE_ENV }).firebase.emulatorHost).toBe('127.0.0.1:9099');
  expect(problemsOf(emulator)).toEqual([
    'FIREBASE_AUTH_EMULATOR_HOST needs NODE_ENV=development: the emulator accepts forged sign-ins.',
  ]);
});

test('requires a Firebase project in production', () => {
  expect(problemsOf({ ...base, NODE_ENV: 'production' })).toEqual([
    'FIREBASE_PROJECT_ID is required in production.',
  ]);
});

test('names the variable in every problem', () => {
  const problems = problemsOf({
    PORT: '70000',
    TRUSTED_PROXIES: '10.0.0.0/33',
    VAULT_MASTER_KEY: 'short',
    PUBLIC_URL: 'nonsense',
  });
  for (const name of ['DATABASE_URL', 'PORT', 'TRUSTED_PROXIES', 'VAULT_MASTER_KEY', 'PUBLIC_URL'])
    expect(
      problems.some((problem) => problem.startsWith(`${name}:`)),
      name,
    ).toBe(true);
});

test('converts Admin e-mails to lower case and ignores empty values', () => {
  const configuration = parseConfiguration({
    ...base,
    ADMIN_EMAILS: ' Head@School.example, ,b@c.de',
    PUBLIC_URL: '',
  });
  expect([...configuration.adminEmails]).toEqual(['head@school.example', 'b@c.de']);
});

test('accepts 32 bytes in hex or base64 as master key', () => {
  const key = Buffer.alloc(32, 7);
  for (const text of [key.toString('hex'), key.toString('base64')])
    expect(requireMasterKeys(parseConfiguration({ ...base, VAULT_MASTER_KEY: text }))).toEqual({
      masterKey: key,
      previousMasterKeys: [],
    });
  expect(() => requireMasterKeys(parseConfiguration(base))).toThrow('VAULT_MASTER_KEY is required');
  const previous = [Buffer.alloc(32, 8), Buffer.alloc(32, 9)];
  const [one, two] = previous.map((old) => old.toString('base64'));
  expect(
    parseConfiguration({ ...base, VAULT_PREVIOUS_MASTER_KEYS: `${one}, ${two}` }).vaultPreviousMasterKeys,
  ).toEqual(previous);
  expect(() => parseConfiguration({ ...base, VAULT_PREVIOUS_MASTER_KEYS: 'short' })).toThrow(
    'VAULT_PREVIOUS_MASTER_KEYS',
  );
});

test('requires the list of removals in production only', () => {
  expect(() => requireRemovalsFile(parseConfiguration(production))).toThrow(
    'REMOVALS_FILE is required in production',
  );
  requireRemovalsFile(parseConfiguration(base));
  const { removalsFile } = parseConfiguration({ ...production, REMOVALS_FILE: '/removals/list' });
  expect(removalsFile).toBe('/removals/list');
  requireRemovalsFile({ isProduction: true, removalsFile });
});
