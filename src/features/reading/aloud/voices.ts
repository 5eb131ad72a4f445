/** Which of a device's voices reads. Browser-safe, and without a browser. */

/** `id`: the voiceURI. `lang`: a language tag, also in the writing of Android (en_GB). */
export type Voice = { id: string; name: string; lang: string; isLocal: boolean; isDefault: boolean };

/** Voices that macOS has for fun stand before the good ones in its list. */
const NOVELTY =
  /^(Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Wobble|Deranged|Fred|Good News|Hysterical|Jester|Junior|Kathy|Organ|Pipe Organ|Ralph|Superstar|Trinoids|Whisper|Zarvox|Eddy|Flo|Grandma|Grandpa|Reed|Rocko|Sandy|Shelley)\b/;
const GOOD = /\b(enhanced|premium|natural|neural)\b/i;

/** The voices of a language, the best first: those that need no network, then those of the region, then those known to be good. */
export function voicesFor(voices: readonly Voice[], lang: string): Voice[] {
  const score = (voice: Voice) =>
    (voice.isLocal ? 8 : 0) +
    (NOVELTY.test(voice.name) ? -6 : 0) +
    (tagOf(voice.lang) === tagOf(lang) ? 2 : 0) +
    (GOOD.test(voice.name) ? 2 : 0) +
    (voice.isDefault ? 1 : 0);
  return voices.filter((voice) => baseOf(voice.lang) === baseOf(lang)).toSorted((one, other) => score(other) - score(one));
}

/** The language without its region: 'en' of 'en-GB' and of 'en_US'. */
export function baseOf(lang: string): string {
  return tagOf(lang).split('-', 1)[0] ?? '';
}

function tagOf(lang: string): string {
  return lang.replaceAll('_', '-').toLowerCase();
}
