/** Three states of a form: as it was opened, as it is here, and as somebody else has saved it meanwhile. */

type Fields = Record<string, unknown>;

/** The fields of which `values` says something else than `base`. */
export function changesOf<Values extends Fields>(base: Values, values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, base[name]))) as Partial<Values>;
}

/**
 * What was changed here stays, everything else becomes theirs. `both` names the fields that both have changed, and not to the same:
 * of these ours stand.
 */
export function mergeChanges<Values extends Fields>(base: Values, ours: Values, theirs: Values): { values: Values; both: string[] } {
  const own = changesOf(base, ours);
  const both = Object.keys(own).filter((name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], ours[name]));
  return { values: { ...theirs, ...own }, both };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
