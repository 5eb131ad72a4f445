/** Languages as books name them. */

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr', 'Aran', 'Yezi']);

/** The tag in its canonical form (BCP 47); undefined for what is none. */
export function languageTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Which way the language is written, by the script it is mostly written in. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const known = languageTag(tag);
  const script = known === undefined ? undefined : new Intl.Locale(known).maximize().script;
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
}
