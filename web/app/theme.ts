import { atom } from 'jotai';
import { store } from '../client/store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'lyceum-theme';
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

const stored = (): Theme => {
  try {
    const value = localStorage.getItem(storageKey);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
};

/** What the person chose. */
export const chosenThemeAtom = atom<Theme>('system');
const systemAtom = atom<'light' | 'dark'>('light');

/** What is shown: the choice, or the system's where that was chosen. */
export const shownThemeAtom = atom<'light' | 'dark'>((get) => {
  const chosen = get(chosenThemeAtom);
  return chosen === 'system' ? get(systemAtom) : chosen;
});

/** Remembers a choice on this device; without storage it holds until the tab is closed. */
export const chooseTheme = (theme: Theme): void => {
  store.set(chosenThemeAtom, theme);
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is forbidden: the choice holds for this tab.
  }
};

/** Goes on where the first-paint script left off: follows the system, the person and their other tabs. */
export const startTheme = (): void => {
  const system = systemIsDark();
  const show = () => {
    document.documentElement.dataset.theme = store.get(shownThemeAtom);
  };
  const read = () => {
    store.set(systemAtom, system.matches ? 'dark' : 'light');
    store.set(chosenThemeAtom, stored());
  };
  store.sub(shownThemeAtom, show);
  system.addEventListener('change', read);
  addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) read();
  });
  read();
  show();
};
