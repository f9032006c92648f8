// Runs before the first paint. It is a file of its own because the content security policy forbids inline scripts.
//
// It sets the chosen theme, or the system's, so that no page flashes in the wrong theme. `theme.ts` takes over later. The server
// renders pages for visitors: if a user was signed in here, what only visitors see is hidden, and the space for what the user will see
// is reserved, until the client knows (`hydrate.tsx`).
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is forbidden: the system's theme is used, and the page is that of a visitor.
      return null;
    }
  };
  const { dataset } = document.documentElement;
  const chosen = read('lyceum-theme');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.theme = isDark ? 'dark' : 'light';
  if (read('lyceum-somebody') === null) return;
  dataset.returning = '';
  if (read('lyceum-continue') === 'true') dataset.continuing = '';
})();
