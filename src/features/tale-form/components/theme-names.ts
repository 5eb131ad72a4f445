import type { Theme } from '#src/ui/theme.ts';

export const THEME_NAMES: Record<Theme, string> = { paper: 'Paper', sepia: 'Sepia', night: 'Night', candlelight: 'Candlelight' };
