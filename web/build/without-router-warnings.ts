import type { Plugin } from 'vite';

const switchedOn = 'var ENABLE_DEV_WARNINGS = true;';

/**
 * Leaves out the warnings of React Router for developers. Its package also has files without warnings, which differ in this constant only,
 * but it does not export them.
 */
export const withoutRouterWarningsPlugin = (): Plugin => {
  let isSwitchedOff = false;
  return {
    name: 'lyceum-without-router-warnings',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/development\/chunk-\w+\.mjs$/, code: switchedOn },
      handler(code) {
        isSwitchedOff = true;
        return { code: code.replace(switchedOn, 'var ENABLE_DEV_WARNINGS = false;'), map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isSwitchedOff)
        this.error('React Router no longer switches its warnings on in the way that this plugin expects.');
    },
  };
};
