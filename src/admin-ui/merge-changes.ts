/** Three-way merge of form values: as loaded, as edited here, and as saved by someone else in the meantime. */

type Fields = Record<string, unknown>;
type Name<Values> = keyof Values & string;
type Compare<Values> = (name: Name<Values>, one: Values, other: Values) => boolean;

/** Returns the fields of `values` that differ from `base`. */
export function changesOf<Values extends Fields>(base: Values, values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSameJson(name, base, values))) as Partial<Values>;
}

type Merged<Values> = {
  /** Own changes, and everything else as saved. Fields in conflict have our value. */
  values: Values;
  /** Fields that both changed, to different values. */
  conflicts: Name<Values>[];
  /** Fields that only they changed. */
  taken: Name<Values>[];
};

export function mergeChanges<Values extends Fields>(
  base: Values,
  ours: Values,
  theirs: Values,
  isSame: Compare<Values> = isSameJson,
): Merged<Values> {
  const changed = Object.keys(ours).filter((name) => !isSame(name, base, theirs) && !isSame(name, ours, theirs));
  const taken = changed.filter((name) => isSame(name, base, ours));
  const theirChanges = Object.fromEntries(taken.map((name) => [name, theirs[name]]));
  return { values: { ...ours, ...theirChanges }, conflicts: changed.filter((name) => !taken.includes(name)), taken };
}

function isSameJson(name: string, one: Fields, other: Fields): boolean {
  return JSON.stringify(one[name]) === JSON.stringify(other[name]);
}
