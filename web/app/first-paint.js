// Runs before the first paint. It is a file of its own because the content security policy forbids inline scripts.
//
// It sets the chosen theme, or the system's, so that no page flashes in the wrong theme. `theme.ts` takes over later. The server
// renders pages as a visitor sees them. If a user was signed in on this device, the parts for visitors are hidden, and space for the
// user's parts is reserved, until the client has taken over the page (`hydrate.tsx`).
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is forbidden: the system's theme is used, and the page is shown as a visitor sees it.
      return null;
    }
  };
  const { dataset } = document.documentElement;
  const chosen = read('lyceum-theme');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.theme = isDark ? 'dark' : 'light';
  // `signed-in-hint.ts` stores this key while a user is signed in.
  if (read('lyceum-somebody') === null) return;
  dataset.returning = '';
  // `continue-section.tsx` stores whether the home page last offered a course to continue.
  if (read('lyceum-continue') === 'true') dataset.continuing = '';
})();
