import type { ThemeChoice } from './theme.ts';

/** Names of the themes in settings; apart from theme.ts, which every page loads. */
export const THEME_NAMES: Record<ThemeChoice, string> = {
  paper: 'Paper',
  sepia: 'Sepia',
  night: 'Night',
  candlelight: 'Candlelight',
  auto: 'Follow the system',
};
