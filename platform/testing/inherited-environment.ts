const inheritedNames = [
  'PATH',
  'HOME',
  'USER',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'CI',
  'DOCKER_CONFIG',
  'DOCKER_HOST',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'CHROME_PATH',
  'LD_LIBRARY_PATH',
  'npm_config_cache',
  'npm_config_registry',
  'npm_execpath',
  'npm_node_execpath',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];

/**
 * Returns the variables that a program under test inherits, without the product's settings in the environment of the test run.
 * `NODE_COMPILE_CACHE` is one of them, because it halves the start time of a program.
 */
export const inheritedEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => inheritedNames.includes(name)));
