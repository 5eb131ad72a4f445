/** How a reader wants tales to look and to be turned; kept on the device. Browser-safe. */
import { useSyncExternalStore } from 'react';

export const FACES = ['book', 'sans', 'clear'] as const;
export const SPACINGS = ['close', 'book', 'open'] as const;
export const PARAGRAPHS = ['indented', 'apart', 'far'] as const;
export const MEASURES = ['narrow', 'medium', 'wide'] as const;
export const ALIGNMENTS = ['left', 'justified'] as const;
export const FLOWS = ['scroll', 'pages'] as const;
/** Steps of the size of the text; the middle one is the printed page. */
export const SIZES = { least: 1, usual: 4, most: 9 } as const;

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

/** As a printed page has it. */
export const PRINTED: ReadingSettings = {
  face: 'book',
  size: SIZES.usual,
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
const chosenListeners = new Set<(settings: ReadingSettings) => void>();
let kept: { text: string | null; settings: ReadingSettings } | undefined;

/** What is set, and a way to change some of it. On the server, and while hydrating, it is the printed page. */
export function useReadingSettings(): [ReadingSettings, (change: Partial<ReadingSettings>) => void] {
  const settings = useSyncExternalStore(subscribe, readReadingSettings, () => PRINTED);
  return [settings, changeReadingSettings];
}

/** What is set now, also when another tab has just changed it. The same object until something changes. */
export function readReadingSettings(): ReadingSettings {
  const text = readText();
  if (kept === undefined || (text !== undefined && kept.text !== text))
    kept = { text: text ?? null, settings: parseReadingSettings(text ?? null) };
  return kept.settings;
}

/** What was kept; the printed page where a part is missing or makes no sense. */
export function parseReadingSettings(text: string | null): ReadingSettings {
  let found: Record<string, unknown>;
  try {
    found = Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    return PRINTED;
  }
  const { size } = found;
  return {
    face: oneOf(FACES, found.face) ?? PRINTED.face,
    size: Number.isInteger(size) && Number(size) >= SIZES.least && Number(size) <= SIZES.most ? Number(size) : PRINTED.size,
    spacing: oneOf(SPACINGS, found.spacing) ?? PRINTED.spacing,
    paragraphs: oneOf(PARAGRAPHS, found.paragraphs) ?? PRINTED.paragraphs,
    measure: oneOf(MEASURES, found.measure) ?? PRINTED.measure,
    alignment: oneOf(ALIGNMENTS, found.alignment) ?? PRINTED.alignment,
    hyphens: found.hyphens !== false,
    flow: oneOf(FLOWS, found.flow) ?? PRINTED.flow,
    ruler: found.ruler === true,
    awake: found.awake === true,
  };
}

/** The reader chooses: shown at once, kept on the device, and told to those who carry it elsewhere. */
export function changeReadingSettings(change: Partial<ReadingSettings>): void {
  setReadingSettings({ ...readReadingSettings(), ...change });
  for (const listener of chosenListeners) listener(readReadingSettings());
}

/** Shows settings and keeps them, without having been chosen here. */
export function setReadingSettings(settings: ReadingSettings): void {
  const text = JSON.stringify(settings);
  kept = { text, settings };
  try {
    localStorage.setItem(READING_KEY, text);
  } catch {
    // Storage may be full or forbidden: the choice then lasts as long as the page.
  }
  showReadingSettings(settings);
  for (const listener of listeners) listener();
}

/** Marks the document; all the rest is styles. before-paint.ts does the same before the first sight. */
export function showReadingSettings(settings: ReadingSettings): void {
  const { dataset } = document.documentElement;
  for (const name of ['face', 'size', 'spacing', 'paragraphs', 'measure', 'alignment', 'hyphens', 'flow'] as const) {
    if (settings[name] === PRINTED[name]) delete dataset[name];
    else dataset[name] = String(settings[name]);
  }
}

/** Calls `listener` whenever the reader chooses on this page. */
export function onReadingChosen(listener: (settings: ReadingSettings) => void): void {
  chosenListeners.add(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function oneOf<Value extends string>(known: readonly Value[], value: unknown): Value | undefined {
  return known.find((each) => each === value);
}

/** Undefined where storage is forbidden. */
function readText(): string | null | undefined {
  try {
    return localStorage.getItem(READING_KEY);
  } catch {
    return undefined;
  }
}
