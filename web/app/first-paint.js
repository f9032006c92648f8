// Runs before the first paint, as a small file of its own (the content policy forbids inline scripts): sets the
// theme that was chosen, or the system's, so that no page flashes in the wrong one. `lib/theme.ts` takes over.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('lyceum-theme');
  } catch {
    // Storage is forbidden: the system's theme it is.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
