import { useSyncExternalStore } from 'react';

export const THEMES = ['paper', 'sepia', 'night', 'candlelight'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'talewood.theme';
const listeners = new Set<() => void>();
const chosenListeners = new Set<(theme: Theme) => void>();

/** The colour of the page and a way to change it; kept on the device. On the server, and while hydrating, it is paper. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'paper' as const);
  return [theme, chooseTheme];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentTheme(): Theme {
  const named = document.documentElement.dataset.theme;
  return THEMES.find((theme) => theme === named) ?? 'paper';
}

/** Calls `listener` whenever the reader chooses a colour on this page. */
export function onThemeChosen(listener: (theme: Theme) => void): void {
  chosenListeners.add(listener);
}

function chooseTheme(theme: Theme): void {
  setTheme(theme);
  for (const listener of chosenListeners) listener(theme);
}

/** Colours the page, and keeps that on the device. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
