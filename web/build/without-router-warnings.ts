import type { Plugin } from 'vite';

const enabledWarnings = 'var ENABLE_DEV_WARNINGS = true;';

/**
 * Leaves out the warnings of React Router for developers. The package also has files without warnings, but does not export them. They
 * differ in this constant only.
 */
export const withoutRouterWarningsPlugin = (): Plugin => {
  let isSwitchedOff = false;
  return {
    name: 'lyceum-without-router-warnings',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/development\/chunk-\w+\.mjs$/, code: enabledWarnings },
      handler(code) {
        isSwitchedOff = true;
        return { code: code.replace(enabledWarnings, 'var ENABLE_DEV_WARNINGS = false;'), map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isSwitchedOff)
        this.error('React Router no longer switches its warnings on in the way that this plugin expects.');
    },
  };
};
