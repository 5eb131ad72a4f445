/** From a tag to the keys of the pages that carry it. */

export type TagIndex = {
  add(key: string, tags: readonly string[]): void;
  remove(key: string, tags: readonly string[]): void;
  /** A copy: entries may be removed while it is walked. */
  keysOf(tags: readonly string[]): string[];
  readonly size: number;
};

export function createTagIndex(): TagIndex {
  const keys = new Map<string, Set<string>>();
  return {
    add(key, tags) {
      for (const tag of tags) {
        const known = keys.get(tag);
        if (known === undefined) keys.set(tag, new Set([key]));
        else known.add(key);
      }
    },
    remove(key, tags) {
      for (const tag of tags) {
        const known = keys.get(tag);
        known?.delete(key);
        if (known?.size === 0) keys.delete(tag);
      }
    },
    keysOf: (tags) => [...new Set(tags.flatMap((tag) => [...(keys.get(tag) ?? [])]))],
    get size() {
      return keys.size;
    },
  };
}
