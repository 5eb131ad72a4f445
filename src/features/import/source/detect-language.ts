/** The language of a text that does not say it. */

/** What a language is detected from; more text says no more. */
const ENOUGH = 4_000;
/** Shorter texts are told apart less well than 99 of 100. */
const LEAST = 60;

/** BCP 47, such as `en`; undefined for a text that is too short or of no known language. The detector's data is loaded only when it is needed. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, ENOUGH);
  if (sample.length < LEAST) return undefined;
  const { eld } = await import('eld/extrasmall');
  const found = eld.detect(sample);
  return found.language !== '' && found.isReliable() ? found.language : undefined;
}
