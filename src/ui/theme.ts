import { useSyncExternalStore } from 'react';

export const THEMES = ['paper', 'sepia', 'night', 'candlelight'] as const;
export type Theme = (typeof THEMES)[number];
/** `auto`: paper or night, as the system has it. */
export const THEME_CHOICES = [...THEMES, 'auto'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export const THEME_NAMES: Record<ThemeChoice, string> = {
  paper: 'Paper',
  sepia: 'Sepia',
  night: 'Night',
  candlelight: 'Candlelight',
  auto: 'As the system',
};

const KEY = 'talewood.theme';
const DARK = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();
const chosenListeners = new Set<(choice: ThemeChoice) => void>();
let chosen: ThemeChoice | undefined;

/** What was chosen for the page, and a way to choose; kept on the device. On the server, and while hydrating, it is paper. */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, currentChoice, () => 'paper' as const), chooseTheme];
}

/** Calls `listener` whenever the reader chooses a colour on this page. */
export function onThemeChosen(listener: (choice: ThemeChoice) => void): void {
  chosenListeners.add(listener);
}

/** Colours the page, and keeps that on the device. */
export function setTheme(choice: ThemeChoice): void {
  chosen = choice;
  document.documentElement.dataset.theme = themeOf(choice);
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}

/** Changes with the system while that is what was chosen. Called once. */
export function followSystem(): void {
  matchMedia(DARK).addEventListener('change', () => {
    if (currentChoice() === 'auto') document.documentElement.dataset.theme = themeOf('auto');
  });
}

function chooseTheme(choice: ThemeChoice): void {
  setTheme(choice);
  for (const listener of chosenListeners) listener(choice);
}

/** The colour that a choice comes to now. */
export function themeOf(choice: ThemeChoice): Theme {
  if (choice !== 'auto') return choice;
  return matchMedia(DARK).matches ? 'night' : 'paper';
}

function currentChoice(): ThemeChoice {
  chosen ??= THEME_CHOICES.find((choice) => choice === read()) ?? 'paper';
  return chosen;
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
