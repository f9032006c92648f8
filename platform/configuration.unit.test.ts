import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ConfigurationError,
  parseConfiguration,
  requireMasterKeys,
  requireRemovalsFile,
} from './configuration.ts';
import { environment } from './environment.ts';
import { afterTests } from './testing/close-after-tests.ts';

const base = { DATABASE_URL: 'postgres://localhost/x' };
const folder = mkdtempSync(join(tmpdir(), 'lyceum-configuration-'));
afterTests(() => rmSync(folder, { recursive: true }));
const credentials = join(folder, 'credentials.json');
writeFileSync(credentials, '{"type":"service_account"}');
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  DATABASE_URL: 'postgres://reader:x@db.example/lyceum?sslmode=verify-full&sslrootcert=/ca.pem',
  FIREBASE_PROJECT_ID: 'school',
  GOOGLE_APPLICATION_CREDENTIALS: credentials,
};
const findProblems = (env: Record<string, string>) => {
  try {
    parseConfiguration(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

test('an empty value counts as not set', () => {
  const names = Object.keys(environment.shape).filter((name) => name !== 'DATABASE_URL');
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  expect(parseConfiguration({ ...base, ...empty })).toEqual(parseConfiguration(base));
  expect(findProblems({ DATABASE_URL: '' })).toEqual(findProblems({}));
  expect(findProblems({})).toEqual([expect.stringContaining('DATABASE_URL: is required')]);
});

test('refuses an unknown LOG_LEVEL', () => {
  expect(findProblems({ ...base, LOG_LEVEL: 'loud' })).toEqual([expect.stringContaining('LOG_LEVEL')]);
});

test('has defaults for variables that are not set', () => {
  expect(parseConfiguration(base)).toMatchObject({
    isProduction: false,
    host: '127.0.0.1',
    port: 8080,
    roleSignup: 'approval',
    emailVerification: 'off',
    idleSignOutMinutes: 0,
    publicUrl: null,
    rateLimitPerMinute: 6_000,
    firebase: {
      projectId: 'demo-lyceum',
      emulatorHost: null,
      shouldCheckRevoked: false,
      adminSecondFactor: 'off',
    },
  });
});

test('needs two settings for open role sign-up in production', () => {
  expect(parseConfiguration(production)).toMatchObject({
    roleSignup: 'approval',
    emailVerification: 'required',
    rateLimitPerMinute: 600,
  });
  expect(findProblems({ ...production, ROLE_SIGNUP: 'open' })).toHaveLength(1);
  expect(
    parseConfiguration({ ...production, ROLE_SIGNUP: 'open', ROLE_SIGNUP_OPEN_IN_PRODUCTION: 'yes' })
      .roleSignup,
  ).toBe('open');
});

test('refuses the Auth emulator in production, because it accepts forged tokens', () => {
  expect(findProblems({ ...production, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toEqual([
    'FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator accepts forged sign-ins.',
  ]);
});

test.each(['prod', 'Production', 'staging'])('refuses the unknown NODE_ENV %s', (value) => {
  expect(findProblems({ ...base, NODE_ENV: value })).toEqual([
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
  'does not open role sign-up if NODE_ENV is missing: %o',
  (env) => {
    expect(parseConfiguration({ ...base, ...env }).roleSignup).toBe('approval');
    expect(findProblems({ ...base, ...env, ROLE_SIGNUP: 'open' })).toEqual([
      'ROLE_SIGNUP=open needs NODE_ENV=development: it lets anybody become an Admin.',
    ]);
  },
);

test('accepts the Auth emulator only if NODE_ENV is development or test', () => {
  const emulator = { ...base, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
  for (const NODE_ENV of ['development', 'test'])
    expect(parseConfiguration({ ...emulator, NODE_ENV }).firebase.emulatorHost).toBe('127.0.0.1:9099');
  expect(findProblems(emulator)).toEqual([
    'FIREBASE_AUTH_EMULATOR_HOST needs NODE_ENV=development: the emulator accepts forged sign-ins.',
  ]);
});

test('requires a Firebase project in production', () => {
  const { FIREBASE_PROJECT_ID: _, ...withoutProject } = production;
  expect(findProblems(withoutProject)).toEqual(['FIREBASE_PROJECT_ID is required in production.']);
});

test('names each variable that is not valid', () => {
  const problems = findProblems({
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

test.each(['10.0.0.0/', '10.0.0.0/ 8', '10.0.0.0/24/8', '10.0.0.0/-1', '10.0.0.0/1e1', 'proxy'])(
  'does not accept %j as trusted proxies',
  (network) => {
    expect(findProblems({ ...base, TRUSTED_PROXIES: network })).toEqual([
      `TRUSTED_PROXIES: "${network}" is neither an address nor a network.`,
    ]);
  },
);

test('converts Admin e-mails to lower case and ignores empty values', () => {
  const configuration = parseConfiguration({
    ...base,
    ADMIN_EMAILS: ' Head@School.example, ,b@c.de',
    PUBLIC_URL: '',
  });
  expect([...configuration.adminEmails]).toEqual(['head@school.example', 'b@c.de']);
});

test('accepts only names of hosts in IMAGE_HOSTS', () => {
  expect(parseConfiguration(base).imageHosts).toEqual([]);
  const withHosts = parseConfiguration({ ...base, IMAGE_HOSTS: 'Images.school.example, cdn.example:8443,' });
  expect(withHosts.imageHosts).toEqual(['images.school.example', 'cdn.example:8443']);
  for (const IMAGE_HOSTS of [
    'https://a.example',
    '*',
    "a.example 'unsafe-inline'",
    'a.example; script-src *',
    '-',
  ])
    expect(findProblems({ ...base, IMAGE_HOSTS })[0]).toContain('IMAGE_HOSTS');
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

test('requires the file of the removal list in production only', () => {
  expect(() => requireRemovalsFile(parseConfiguration(production))).toThrow(
    'REMOVALS_FILE is required in production',
  );
  requireRemovalsFile(parseConfiguration(base));
  const { removalsFile } = parseConfiguration({ ...production, REMOVALS_FILE: '/removals/list' });
  expect(removalsFile).toBe('/removals/list');
  requireRemovalsFile({ isProduction: true, removalsFile });
});

test('requires a readable service account in production, and checks revoked tokens with it', () => {
  const { GOOGLE_APPLICATION_CREDENTIALS: _, ...withoutCredentials } = production;
  expect(parseConfiguration(production).firebase.shouldCheckRevoked).toBe(true);
  expect(findProblems(withoutCredentials)).toEqual([
    'GOOGLE_APPLICATION_CREDENTIALS is required in production: the key file of a service account of the Firebase project. Without it, removed users keep their identity, and revoked sign-ins stay valid.',
  ]);
  for (const file of [join(folder, 'missing'), '/dev/null'])
    expect(findProblems({ ...production, GOOGLE_APPLICATION_CREDENTIALS: file })).toEqual([
      expect.stringContaining(`GOOGLE_APPLICATION_CREDENTIALS: ${file} cannot be read`),
    ]);
});

test('requires a PUBLIC_URL with https in production', () => {
  for (const PUBLIC_URL of ['', 'http://school.example', 'http://localhost:8080'])
    expect(findProblems({ ...production, PUBLIC_URL })).toEqual([
      expect.stringContaining('PUBLIC_URL must be the https address of the product in production.'),
    ]);
});

test.each([
  'postgres://u:p@db.example/lyceum',
  'postgres://u:p@db.example/lyceum?sslmode=require',
  'postgres://u:p@db.example/lyceum?sslmode=verify-full&sslmode=disable',
  'postgres://u:p@127.example/lyceum?host=10.0.0.1',
  'postgres:///lyceum?host=/run/postgresql&host=db.example',
  'postgres://u:p@db.example/lyceum?host=',
  'postgres://u:p@127.example/lyceum',
])('requires TLS with verification for the database %s in production, even with DATABASE_TLS=off', (url) => {
  for (const name of ['DATABASE_URL', 'READ_DATABASE_URL'])
    for (const DATABASE_TLS of ['', 'off'])
      expect(findProblems({ ...production, DATABASE_TLS, [name]: url })).toEqual([
        expect.stringContaining(`${name} needs sslmode=verify-full in production: add`),
      ]);
});

test.each([
  'postgres://u:p@127.0.0.1/lyceum',
  'postgres://u:p@localhost:5433/lyceum',
  'postgres://u:p@[::1]/lyceum',
  'postgres:///lyceum?host=/var/run/postgresql',
])('accepts %s without TLS in production if DATABASE_TLS is off', (url) => {
  expect(findProblems({ ...production, DATABASE_URL: url })).toEqual([
    'DATABASE_URL needs sslmode=verify-full in production, or DATABASE_TLS=off, because it names a socket or loopback.',
  ]);
  expect(parseConfiguration({ ...production, DATABASE_URL: url, DATABASE_TLS: 'off' }).databaseUrl).toBe(url);
});

test('refuses trusted networks that contain more than proxies in production', () => {
  const wide = ['172.16.0.0/12', '10.0.0.0/8', '192.168.0.0/16', 'fd00::/8'];
  const problems = findProblems({ ...production, TRUSTED_PROXIES: wide.join(', ') });
  expect(problems).toEqual(
    wide.map((network) =>
      expect.stringContaining(`TRUSTED_PROXIES: ${network} contains machines that are not your proxies`),
    ),
  );
  const narrow = '172.29.240.2, 10.1.2.0/24, fd00:1::/64, ::1';
  expect(parseConfiguration({ ...production, TRUSTED_PROXIES: narrow }).isProduction).toBe(true);
});

test.each(['-1', '1.5', 'never', '10081'])('refuses IDLE_SIGN_OUT_MINUTES=%s', (minutes) => {
  expect(findProblems({ ...base, IDLE_SIGN_OUT_MINUTES: minutes })[0]).toContain('IDLE_SIGN_OUT_MINUTES');
  expect(parseConfiguration({ ...base, IDLE_SIGN_OUT_MINUTES: '15' }).idleSignOutMinutes).toBe(15);
});

test('refuses ADMIN_SECOND_FACTOR with the Auth emulator, where nobody has a second factor', () => {
  const env = { ...base, NODE_ENV: 'test', ADMIN_SECOND_FACTOR: 'required' };
  expect(parseConfiguration(env).firebase.adminSecondFactor).toBe('required');
  expect(findProblems({ ...env, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })[0]).toContain(
    'ADMIN_SECOND_FACTOR',
  );
});

test('records no traces without a collector, and all with one, unless a share is configured', () => {
  expect(parseConfiguration({ ...base, OTEL_TRACES_SAMPLER_ARG: '0.5' }).tracing).toBeNull();
  expect(parseConfiguration({ ...base, OTEL_EXPORTER_OTLP_ENDPOINT: '' }).tracing).toBeNull();
  const endpoint = 'http://collector:4318';
  const withCollector = { ...base, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  expect(parseConfiguration(withCollector).tracing).toEqual({ endpoint, sampleRatio: 1 });
  expect(
    parseConfiguration({
      ...withCollector,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    }).tracing,
  ).toEqual({ endpoint, sampleRatio: 0.05 });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER', 'parentbased_always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '5'],
])('refuses %s=%s', (name, value) => {
  expect(findProblems({ ...base, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name}: must be `)),
  ]);
});

test.each(Object.keys(environment.shape))('docs/environment.md mentions %s', (name) => {
  const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'environment.md'), 'utf8');
  expect(text).toContain(`\`${name}\``);
});
