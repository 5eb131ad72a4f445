const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language in English; the code itself where there is no name. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
