// Sets the chosen theme, or the system's, before the first paint, so that no page flashes in the wrong theme. It is a file of
// its own because the content security policy forbids inline scripts. `theme.ts` takes over later.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('lyceum-theme');
  } catch {
    // Storage is forbidden: the system's theme is used.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
