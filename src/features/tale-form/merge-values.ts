import type { TaleFields } from '#src/features/manage/contract.ts';
import { FIELD_NAMES, type FieldName, isSame, isSet } from './tale-values.ts';

export type Merged = {
  /** Everything that could be brought together; fields in conflict are as typed here. */
  values: TaleFields;
  /** Fields that only the other side changed, and that were taken. */
  taken: FieldName[];
  /** Fields that both sides changed to something different: a person must choose. */
  conflicts: FieldName[];
};

/**
 * Brings two changes of one tale together by field: `base` is what both began with, `mine` what stands in the form, `theirs` what
 * was saved meanwhile. Of sets, as the tags, each side's additions and removals count.
 */
export function mergeValues(base: TaleFields, mine: TaleFields, theirs: TaleFields): Merged {
  const values = { ...mine };
  const taken: FieldName[] = [];
  const conflicts: FieldName[] = [];
  for (const name of FIELD_NAMES) {
    if (isSame(name, mine, theirs) || isSame(name, base, theirs)) continue;
    if (isSet(name)) values[name] = mergeSets(base[name], mine[name], theirs[name]);
    else if (isSame(name, base, mine)) Object.assign(values, { [name]: theirs[name] });
    else {
      conflicts.push(name);
      continue;
    }
    taken.push(name);
  }
  // Whoever made a category the tale's own meant it: it is no tag any more.
  values.tags = values.tags.filter((tag) => tag !== values.category);
  return { values, taken, conflicts };
}

function mergeSets(base: string[], mine: string[], theirs: string[]): string[] {
  const kept = base.filter((each) => mine.includes(each) && theirs.includes(each));
  const added = [...mine, ...theirs].filter((each) => !base.includes(each));
  return [...new Set([...kept, ...added])];
}
