import type { Plugin } from 'vite';
import { isClientBuild } from './is-client-build.ts';

/**
 * Leaves out the transports of Socket.IO that the client does not use (HTTP long-polling and WebTransport). The package lists all of them in
 * one module, which is replaced. The live connection names its only transport in its options.
 */
export const webSocketOnlyPlugin = (): Plugin => {
  let isReplaced = false;
  return {
    name: 'lyceum-websocket-only',
    applyToEnvironment: isClientBuild,
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/engine\.io-client\/build\/esm\/transports\/index\.js$/ },
      handler() {
        isReplaced = true;
        const code = "import { WS } from './websocket.js'; export const transports = { websocket: WS };";
        return { code, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error('Socket.IO no longer lists its transports in the module that this plugin expects.');
    },
  };
};
