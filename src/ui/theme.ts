import { useSyncExternalStore } from 'react';

export const THEMES = ['paper', 'sepia', 'night', 'candlelight'] as const;
export type Theme = (typeof THEMES)[number];
/** Themes to choose from; `auto`, the default, is paper or night, following the system. */
export const THEME_CHOICES = [...THEMES, 'auto'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
const KEY = 'talewood.theme';
const listeners = new Set<() => void>();
const chosenListeners = new Set<(choice: ThemeChoice) => void>();
/** Fallback without storage. */
let chosenHere: ThemeChoice | undefined;
const darkness = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)');
darkness?.addEventListener('change', () => {
  if (currentChoice() === 'auto') show('auto');
});

/** Returns the theme of the page. On the server, and while hydrating, it is paper. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'paper' as const);
}

/** Returns the chosen theme and a setter, stored on the device. On the server, and while hydrating, it is `auto`. */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, currentChoice, () => 'auto' as const);
  return [choice, chooseTheme];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentTheme(): Theme {
  const named = document.documentElement.dataset.theme;
  return THEMES.find((theme) => theme === named) ?? 'paper';
}

function currentChoice(): ThemeChoice {
  if (chosenHere !== undefined) return chosenHere;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    // Without storage, the system is followed.
  }
  return THEMES.find((theme) => theme === stored) ?? 'auto';
}

/** Calls `listener` when the user chooses a theme on this page. */
export function onThemeChosen(listener: (choice: ThemeChoice) => void): void {
  chosenListeners.add(listener);
}

function chooseTheme(choice: ThemeChoice): void {
  setTheme(choice);
  for (const listener of chosenListeners) listener(choice);
}

/** Applies a theme and stores it on the device. */
export function setTheme(choice: ThemeChoice): void {
  chosenHere = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
  show(choice);
}

function show(choice: ThemeChoice): void {
  const bySystem = darkness?.matches ? 'night' : 'paper';
  document.documentElement.dataset.theme = choice === 'auto' ? bySystem : choice;
  for (const listener of listeners) listener();
}
