import { useSyncExternalStore } from 'react';

export const THEMES = ['paper', 'sepia', 'night', 'candlelight'] as const;
export type Theme = (typeof THEMES)[number];
/** What may be chosen; `auto` is paper or night, as the system has it at the time. */
export const THEME_CHOICES = [...THEMES, 'auto'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export const THEME_NAMES: Record<ThemeChoice, string> = {
  paper: 'Paper',
  sepia: 'Sepia',
  night: 'Night',
  candlelight: 'Candlelight',
  auto: 'Follow the system',
};
const KEY = 'talewood.theme';
const listeners = new Set<() => void>();
const chosenListeners = new Set<(choice: ThemeChoice) => void>();
/** For storage that keeps nothing. */
let chosenHere: ThemeChoice | undefined;
const darkness = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)');
darkness?.addEventListener('change', () => {
  if (currentChoice() === 'auto') show('auto');
});

/** The colour of the page as it is seen. On the server, and while hydrating, it is paper. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'paper' as const);
}

/** What was chosen for the colour of the page, and a way to choose; kept on the device. On the server, and while hydrating, it is paper. */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, currentChoice, () => 'paper' as const);
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
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden: then what is seen is the choice.
  }
  return kept === 'auto' ? 'auto' : currentTheme();
}

/** Calls `listener` whenever the reader chooses a colour on this page. */
export function onThemeChosen(listener: (choice: ThemeChoice) => void): void {
  chosenListeners.add(listener);
}

function chooseTheme(choice: ThemeChoice): void {
  setTheme(choice);
  for (const listener of chosenListeners) listener(choice);
}

/** Colours the page, and keeps that on the device. */
export function setTheme(choice: ThemeChoice): void {
  chosenHere = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  show(choice);
}

function show(choice: ThemeChoice): void {
  const bySystem = darkness?.matches ? 'night' : 'paper';
  document.documentElement.dataset.theme = choice === 'auto' ? bySystem : choice;
  for (const listener of listeners) listener();
}
