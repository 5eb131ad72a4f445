/** How a reader wants tales to look and to be turned; kept on the device. Browser-safe. */
import { useSyncExternalStore } from 'react';
import { ALIGNMENTS, FACES, FLOWS, MEASURES, PARAGRAPHS, PRINTED, type ReadingSettings, SIZES, SPACINGS } from './looks.ts';

const READING_KEY = 'talewood.reading';

const listeners = new Set<() => void>();
const chosenListeners = new Set<() => void>();
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
  setReadingSettings({ ...readReadingSettings(), ...change }, Date.now());
  for (const listener of chosenListeners) listener();
}

/** When that was chosen, milliseconds since 1970; 0 where nothing was. */
export function readingChosenAt(): number {
  const text = readText() ?? kept?.text ?? null;
  try {
    return Number(Object(JSON.parse(text ?? '{}')).at) || 0;
  } catch {
    return 0;
  }
}

/** Shows settings that were chosen at that time, here or elsewhere, and keeps them. */
export function setReadingSettings(settings: ReadingSettings, at: number): void {
  const text = JSON.stringify({ ...settings, at });
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
export function onReadingChosen(listener: () => void): void {
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
