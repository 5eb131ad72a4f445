/** What a screen of a list reads of its address: the known parameters that say something. */
export function askedOf(search: Record<string, string | undefined>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])));
}

/** The same as a query string, with changes; a blank takes a parameter away. */
export function withAsked(asked: Record<string, string>, changes: Record<string, string>): string {
  const merged = Object.entries({ ...asked, ...changes }).filter(([, value]) => value !== '');
  return new URLSearchParams(merged).toString();
}
