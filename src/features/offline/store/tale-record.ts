/** What the device knows of a tale that it can show without a network. Browser-safe, for pages and for the worker. */

/** `files`: addresses of its pictures; `app`: the entry of the build that its page asks for. */
export type TaleRecord = {
  slug: string;
  title: string;
  /** To read. */
  minutes: number;
  /** Of its page and its pictures, as they lie on the device. */
  bytes: number;
  files: string[];
  app: string;
  /** Milliseconds. */
  seenAt: number;
  /** When a reader asked to keep it by itself; 0: nobody did. */
  keptAt: number;
  /** The packs that it was kept with. */
  packs: string[];
};

/** A pack that was asked for. It is whole when every tale of it lists it. */
export type PackRecord = { id: string; name: string; slugs: string[]; at: number };

/** So many tales that were only opened stay at hand. */
export const MOST_VISITED = 50;

/** Whether somebody asked for it, and it is nobody's to drop. */
export function isKept({ keptAt, packs }: TaleRecord): boolean {
  return keptAt > 0 || packs.length > 0;
}

/** Of the tales that were only opened those that have to go: the least recently seen beyond the most. */
export function surplusVisited(records: readonly TaleRecord[], most = MOST_VISITED): TaleRecord[] {
  return records
    .filter((record) => !isKept(record))
    .toSorted((a, b) => b.seenAt - a.seenAt)
    .slice(most);
}

/** Bytes of all of them. */
export function sumBytes(records: readonly { bytes: number }[]): number {
  return records.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The files of `gone` that none of the others shows. */
export function orphanFiles(gone: TaleRecord, others: readonly TaleRecord[]): string[] {
  const used = new Set(others.filter(({ slug }) => slug !== gone.slug).flatMap(({ files }) => files));
  return gone.files.filter((file) => !used.has(file));
}
