type Addressed = { old_slugs: readonly string[] };

/** Below the field of an address: what becomes of it. `from` is what a new one is made from. */
export function slugHint(kept: Addressed | null, from: 'name' | 'title'): string {
  if (kept === null) return `Left empty, it is made from the ${from}.`;
  const old = kept.old_slugs.length === 0 ? '' : ` Also leading here: ${kept.old_slugs.join(', ')}.`;
  return `The old address leads to the new one for ever.${old}`;
}
