/**
 * Setup file of all tests except browser tests: restores `process.env` before each test file. The files of one worker share a
 * process, and some tests start services that set variables, for example `FIREBASE_AUTH_EMULATOR_HOST`.
 */
process.env.ORIGINAL_ENVIRONMENT ??= JSON.stringify(process.env);
const { ORIGINAL_ENVIRONMENT } = process.env;
const original: NodeJS.ProcessEnv = { ...JSON.parse(ORIGINAL_ENVIRONMENT), ORIGINAL_ENVIRONMENT };

for (const name of Object.keys(process.env)) if (!(name in original)) delete process.env[name];
Object.assign(process.env, original);
