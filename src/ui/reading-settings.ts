/** Display settings for tales, stored on the device. Browser-safe. */
import { useSyncExternalStore } from 'react';

export const FACES = ['book', 'sans', 'clear'] as const;
export const SPACINGS = ['close', 'book', 'open'] as const;
export const PARAGRAPHS = ['indented', 'apart', 'far'] as const;
export const MEASURES = ['narrow', 'medium', 'wide'] as const;
export const ALIGNMENTS = ['left', 'justified'] as const;
export const FLOWS = ['scroll', 'pages'] as const;
/** Steps of the text size. */
export const SIZES = { min: 1, default: 4, max: 9 } as const;

export type ReadingSettings = {
  face: (typeof FACES)[number];
  size: number;
  spacing: (typeof SPACINGS)[number];
  paragraphs: (typeof PARAGRAPHS)[number];
  measure: (typeof MEASURES)[number];
  alignment: (typeof ALIGNMENTS)[number];
  hyphens: boolean;
  flow: (typeof FLOWS)[number];
  ruler: boolean;
  awake: boolean;
};

export const DEFAULT_SETTINGS: ReadingSettings = {
  face: 'book',
  size: SIZES.default,
  spacing: 'book',
  paragraphs: 'indented',
  measure: 'medium',
  alignment: 'left',
  hyphens: true,
  flow: 'scroll',
  ruler: false,
  awake: false,
};

export const READING_KEY = 'talewood.reading';

const listeners = new Set<() => void>();
const changeListeners = new Set<(settings: ReadingSettings) => void>();
let cached: { text: string | null; settings: ReadingSettings } | undefined;

/** Returns the settings and a function to change some. Defaults on the server and during hydration. */
export function useReadingSettings(): [ReadingSettings, (change: Partial<ReadingSettings>) => void] {
  const settings = useSyncExternalStore(subscribe, readReadingSettings, () => DEFAULT_SETTINGS);
  return [settings, changeReadingSettings];
}

/** Returns the current settings, including changes by other tabs; the same object until they change. */
export function readReadingSettings(): ReadingSettings {
  const text = readText();
  if (cached === undefined || (text !== undefined && cached.text !== text))
    cached = { text: text ?? null, settings: parseReadingSettings(text ?? null) };
  return cached.settings;
}

/** Parses stored settings; missing or invalid parts get the default. */
export function parseReadingSettings(text: string | null): ReadingSettings {
  let found: Record<string, unknown>;
  try {
    found = Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    return DEFAULT_SETTINGS;
  }
  const { size } = found;
  return {
    face: oneOf(FACES, found.face) ?? DEFAULT_SETTINGS.face,
    size: Number.isInteger(size) && Number(size) >= SIZES.min && Number(size) <= SIZES.max ? Number(size) : DEFAULT_SETTINGS.size,
    spacing: oneOf(SPACINGS, found.spacing) ?? DEFAULT_SETTINGS.spacing,
    paragraphs: oneOf(PARAGRAPHS, found.paragraphs) ?? DEFAULT_SETTINGS.paragraphs,
    measure: oneOf(MEASURES, found.measure) ?? DEFAULT_SETTINGS.measure,
    alignment: oneOf(ALIGNMENTS, found.alignment) ?? DEFAULT_SETTINGS.alignment,
    hyphens: found.hyphens !== false,
    flow: oneOf(FLOWS, found.flow) ?? DEFAULT_SETTINGS.flow,
    ruler: found.ruler === true,
    awake: found.awake === true,
  };
}

/** Changes settings by the reader's choice: applied, stored, and reported to listeners, which sync them to the account. */
export function changeReadingSettings(change: Partial<ReadingSettings>): void {
  storeReadingSettings({ ...readReadingSettings(), ...change });
  for (const listener of changeListeners) listener(readReadingSettings());
}

/** Applies and stores settings without reporting them as a choice. */
export function storeReadingSettings(settings: ReadingSettings): void {
  const text = JSON.stringify(settings);
  cached = { text, settings };
  try {
    localStorage.setItem(READING_KEY, text);
  } catch {
    // Storage may be full or blocked: the choice then lasts as long as the page.
  }
  applyReadingSettings(settings);
  for (const listener of listeners) listener();
}

/** Sets the attributes that the styles use. before-paint.ts does the same before the first paint. */
export function applyReadingSettings(settings: ReadingSettings): void {
  const { dataset } = document.documentElement;
  for (const name of ['face', 'size', 'spacing', 'paragraphs', 'measure', 'alignment', 'hyphens', 'flow'] as const) {
    if (settings[name] === DEFAULT_SETTINGS[name]) delete dataset[name];
    else dataset[name] = String(settings[name]);
  }
}

/** Calls `listener` when the reader changes a setting on this page. */
export function onReadingSettingsChange(listener: (settings: ReadingSettings) => void): void {
  changeListeners.add(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function oneOf<Value extends string>(known: readonly Value[], value: unknown): Value | undefined {
  return known.find((each) => each === value);
}

/** Undefined if storage is blocked. */
function readText(): string | null | undefined {
  try {
    return localStorage.getItem(READING_KEY);
  } catch {
    return undefined;
  }
}
