import type { Plugin } from 'vite';

/** The call with which Sonner adds a style element to the page. */
const insertion = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/m;

/**
 * Prevents Sonner from adding a style element when Sonner is imported: the content security policy allows styles from files only.
 * `app/notices/toasts.tsx` imports the same styles as a file.
 */
export const stylesInFilesPlugin = (): Plugin => ({
  name: 'lyceum-styles-in-files',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/sonner\/dist\/index\.mjs$/ },
    handler(code) {
      if (!insertion.test(code))
        this.error('Sonner no longer adds its styles in the way that this plugin expects.');
      return { code: code.replace(insertion, ''), map: null };
    },
  },
});
