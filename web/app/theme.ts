import { atom } from 'jotai';
import { store } from '../client/store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'lyceum-theme';

const readStoredTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
};

export const chosenThemeAtom = atom<Theme>('system');
const systemThemeAtom = atom<'light' | 'dark'>('light');

/** The theme that is shown: the chosen one, or the system's. */
export const shownThemeAtom = atom<'light' | 'dark'>((get) => {
  const chosen = get(chosenThemeAtom);
  return chosen === 'system' ? get(systemThemeAtom) : chosen;
});

/** Sets the theme and stores it on this device. Without storage it is lost when the tab is closed or reloaded. */
export const chooseTheme = (theme: Theme): void => {
  store.set(chosenThemeAtom, theme);
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is forbidden or full.
  }
};

/** Continues the work of `first-paint.js`: follows the system setting, the user's choice and other tabs. Called once. */
export const startTheme = (): void => {
  const darkModeQuery = matchMedia('(prefers-color-scheme: dark)');
  const showTheme = () => {
    document.documentElement.dataset.theme = store.get(shownThemeAtom);
  };
  const readSystemTheme = () => store.set(systemThemeAtom, darkModeQuery.matches ? 'dark' : 'light');
  const readChosenTheme = () => store.set(chosenThemeAtom, readStoredTheme());
  store.sub(shownThemeAtom, showTheme);
  darkModeQuery.addEventListener('change', readSystemTheme);
  addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) readChosenTheme();
  });
  readSystemTheme();
  readChosenTheme();
  showTheme();
};
