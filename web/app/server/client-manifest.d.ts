/** Vite's manifest of the client's build, by module. `build/client-manifest.ts` provides it. */
declare module 'virtual:client-manifest' {
  type Entry = { file: string; imports?: string[] };
  const manifest: Readonly<Record<string, Entry | undefined>>;
  export default manifest;
}
