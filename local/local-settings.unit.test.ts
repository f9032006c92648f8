import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { defaultPasswordPolicy } from '#contract/password-policy.ts';
import { isLoopback, readSettings } from './local-settings.ts';

test('defaults to loopback, port 8080, .data and the demo school', () => {
  expect(readSettings({ PORT: '' }, [])).toEqual({
    host: '127.0.0.1',
    port: 8080,
    emulatorPort: 9099,
    dataFolder: resolve('.data'),
    removalsFile: resolve('.data.removals'),
    databaseUrl: null,
    address: 'http://localhost:8080',
    passwordPolicy: defaultPasswordPolicy,
    hasDemoSchool: true,
  });
});

test.each([
  [{ HOST: '0.0.0.0', PORT: '81' }, 'http://localhost:81'],
  [{ HOST: '::1' }, 'http://localhost:8080'],
  // The name localhost does not lead to this address.
  [{ HOST: '127.0.0.2' }, 'http://127.0.0.2:8080'],
  [{ HOST: '192.168.1.4' }, 'http://192.168.1.4:8080'],
  [{ HOST: 'fd00::1' }, 'http://[fd00::1]:8080'],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://school.example/' }, 'https://school.example'],
])('with the settings %o, users reach the product at %s', (env, address) => {
  expect(readSettings(env, []).address).toBe(address);
});

test.each([
  [{ PORT: 'eighty' }, [], 'PORT must be a port'],
  [{ PORT: '70000' }, [], 'PORT must be a port from 1 to 65535'],
  [{ PORT: '80.5' }, [], 'PORT must be a port from 1 to 65535'],
  [{ PORT: '9099' }, [], 'PORT and AUTH_EMULATOR_PORT are both 9099'],
  [{ DATABASE_URL: 'localhost' }, [], 'DATABASE_URL must look like'],
  [{ PUBLIC_URL: 'school.example' }, [], 'PUBLIC_URL must be'],
  [{ PASSWORD_MIN_LENGTH: '5' }, [], 'PASSWORD_MIN_LENGTH must be a number from 6 to 128'],
  [{ PASSWORD_NEEDS: 'digit,emoji' }, [], 'PASSWORD_NEEDS must be a list of lowercase, uppercase'],
  [{}, ['--emtpy'], 'Unknown argument: --emtpy'],
])('refuses %o %o: %s', (env, args, sentence) => {
  expect(() => readSettings(env, args)).toThrow(sentence);
});

test('keeps the removal list beside the data folder, or at the path in REMOVALS_FILE', () => {
  expect(readSettings({ DATA_DIR: '/srv/school/' }, []).removalsFile).toBe('/srv/school.removals');
  expect(readSettings({ REMOVALS_FILE: '/mnt/list' }, []).removalsFile).toBe('/mnt/list');
});

test('reads the rules for new passwords', () => {
  const env = { PASSWORD_MIN_LENGTH: '12', PASSWORD_NEEDS: 'digit, uppercase' };
  expect(readSettings(env, []).passwordPolicy).toEqual({
    ...defaultPasswordPolicy,
    minLength: 12,
    needs: ['uppercase', 'digit'],
  });
});

test('isLoopback recognizes loopback addresses', () => {
  expect(['127.0.0.1', '127.1.2.3', 'localhost', '::1'].every(isLoopback)).toBe(true);
  expect(['0.0.0.0', '::', '10.0.0.1', 'example.org'].some(isLoopback)).toBe(false);
});
