import type { Plugin } from 'vite';

/**
 * Leaves out the part of Zod that describes schemas as JSON Schema. The client does not use it, but every schema refers to it, so
 * it would be in the first script of every page. Each of its exports becomes a function that does nothing.
 */
export const zodWithoutJsonSchemaPlugin = (): Plugin => ({
  name: 'lyceum-zod-without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      if (names.length === 0)
        this.error('Zod exports its JSON Schema in another way than this plugin expects.');
      return {
        code: names.map((name) => `export const ${name} = () => () => undefined;`).join('\n'),
        map: null,
      };
    },
  },
});
