/** Which tags were called old while renders were running: a page drawn from what was read before must not be kept. */

export type Ticket = {
  /** True when one of the tags, or everything, was called old since the ticket was taken. */
  isOutdatedFor(tags: readonly string[]): boolean;
  /** True when anything at all was called old since. */
  readonly isBehind: boolean;
  end(): void;
};

export type Invalidations = { record(tags: readonly string[]): void; begin(): Ticket };

/** Remembers only while a render runs; forgets everything when none does. */
export function createInvalidations(): Invalidations {
  let sequence = 0;
  let open = 0;
  let everything = 0;
  const lastOf = new Map<string, number>();
  return {
    record(tags) {
      sequence += 1;
      if (open === 0) return;
      if (tags.includes('all')) everything = sequence;
      for (const tag of tags) lastOf.set(tag, sequence);
    },
    begin() {
      const taken = sequence;
      let ended = false;
      open += 1;
      return {
        isOutdatedFor: (tags) => everything > taken || tags.some((tag) => (lastOf.get(tag) ?? 0) > taken),
        get isBehind() {
          return sequence > taken;
        },
        end() {
          if (ended) return;
          ended = true;
          open -= 1;
          if (open === 0) lastOf.clear();
        },
      };
    },
  };
}
