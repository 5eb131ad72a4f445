/** How this device reads aloud: speed and voices. Kept in its storage, where that is allowed. */

const KEY = 'talewood.aloud';
const PACE_KEY = 'talewood.pace';

/** Steps of the speed of a voice, and of the page that moves by itself (words a minute). */
export const RATES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;
export const PACES = { least: 60, most: 400, step: 10, usual: 130 } as const;

/** `voices`: ids by language without region. `pace`: null while the reader's own is taken. */
export type AloudSettings = { rate: number; voices: Record<string, string>; pace: number | null };

export function readAloudSettings(): AloudSettings {
  const kept = readJson(KEY);
  const rate = RATES.find((step) => step === kept.rate) ?? 1;
  const voices = Object.entries(asRecord(kept.voices)).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { rate, voices: Object.fromEntries(voices), pace: asPace(kept.pace) };
}

export function keepAloudSettings(settings: AloudSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be forbidden or full: then it lasts as long as the page.
  }
}

/** Words a minute that the reader reads aloud: measured on this device, else what most people do. */
export function ownPace(): number {
  return asPace(readJson(PACE_KEY).aloud) ?? PACES.usual;
}

function asPace(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Math.min(PACES.most, Math.max(PACES.least, Math.round(value / PACES.step) * PACES.step));
}

function readJson(key: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return {};
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
