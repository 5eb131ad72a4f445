/** Speech settings of this device, and the ranking of its voices. */
import { readingSpeed } from '#src/features/reading/components/reading-speed-store.ts';

const KEY = 'talewood.aloud';

/** Voice rates, and scrolling speeds without a voice (words per minute). */
export const RATES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;
export const SILENT_SPEEDS = { min: 60, max: 400, step: 10 } as const;

/** `voices`: ids by language without region. `pace`: scrolling speed; null to use the reader's own. */
export type SpeechSettings = { rate: number; voices: Record<string, string>; pace: number | null };

export function readSpeechSettings(): SpeechSettings {
  const stored = readStored();
  const rate = RATES.find((step) => step === stored.rate) ?? 1;
  const voices = Object.entries(asRecord(stored.voices)).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { rate, voices: Object.fromEntries(voices), pace: toSpeed(stored.pace) };
}

export function saveSpeechSettings(settings: SpeechSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be blocked or full: the settings then last as long as the page.
  }
}

/** Returns the reader's own speed aloud, rounded to a step. */
export function readerSpeed(): number {
  return roundToStep(readingSpeed('aloud'));
}

function toSpeed(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? roundToStep(value) : null;
}

function roundToStep(speed: number): number {
  return Math.min(SILENT_SPEEDS.max, Math.max(SILENT_SPEEDS.min, Math.round(speed / SILENT_SPEEDS.step) * SILENT_SPEEDS.step));
}

function readStored(): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return {};
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** `id`: the voiceURI. `lang`: a language tag, also in Android's form (en_GB). */
export type Voice = { id: string; name: string; lang: string; isLocal: boolean; isDefault: boolean };

/** Novelty voices of macOS, which come first in its list. */
const NOVELTY =
  /^(Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Wobble|Deranged|Fred|Good News|Hysterical|Jester|Junior|Kathy|Organ|Pipe Organ|Ralph|Superstar|Trinoids|Whisper|Zarvox|Eddy|Flo|Grandma|Grandpa|Reed|Rocko|Sandy|Shelley)\b/;
const GOOD = /\b(enhanced|premium|natural|neural)\b/i;

/** Returns the voices of a language, best first: local ones, then those of the region, then high-quality ones. */
export function voicesFor(voices: readonly Voice[], lang: string): Voice[] {
  const score = (voice: Voice) =>
    (voice.isLocal ? 8 : 0) +
    (NOVELTY.test(voice.name) ? -6 : 0) +
    (normalizeTag(voice.lang) === normalizeTag(lang) ? 2 : 0) +
    (GOOD.test(voice.name) ? 2 : 0) +
    (voice.isDefault ? 1 : 0);
  return voices.filter((voice) => baseLanguage(voice.lang) === baseLanguage(lang)).toSorted((one, other) => score(other) - score(one));
}

/** Returns the language without region: 'en' for 'en-GB' and 'en_US'. */
export function baseLanguage(lang: string): string {
  return normalizeTag(lang).split('-', 1)[0] ?? '';
}

function normalizeTag(lang: string): string {
  return lang.replaceAll('_', '-').toLowerCase();
}
