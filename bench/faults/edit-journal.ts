/** Journal of the clients of `edits`: confirmed writes, and writes without a response. */

/** State of a tale after a write. `write` is part of its title, excerpt and text, to detect a mixture of two writes. */
export type TaleState = {
  write: string;
  cover: string;
  status: 'draft' | 'published';
  isBinned: boolean;
  version: number;
  /** Number of former versions. */
  revisions: number;
};

/** `known`: the last confirmed state, or null if the tale does not exist. `asked`: the state after a request without a response. */
export type TaleEntry = { key: string; id?: string; known: TaleState | null; asked?: TaleState | null | undefined };

export type Journal = {
  /** Number of writes that returned 2xx. */
  answered: number;
  /** Writes that returned 4xx, which is unexpected, as only one client writes each tale. */
  refused: string[];
  /** Tales by key. */
  tales: Map<string, TaleEntry>;
  /** Whether the registration was confirmed, by email. */
  signUps: Map<string, boolean>;
  /** Favorites by user and tale id; `known` is undefined if none was confirmed. */
  favorites: Map<string, { known?: boolean; asked?: boolean | undefined }>;
  /** URLs of confirmed images. */
  pictures: string[];
};

export function openJournal(): Journal {
  return { answered: 0, refused: [], tales: new Map(), signUps: new Map(), favorites: new Map(), pictures: [] };
}

const CATEGORIES = ['classic', 'enchanted', 'folklore', 'fantasy', 'dark'] as const;
const AGES = ['', '3-5', '6-8', '9-12'] as const;

/** Returns the fields of a write, which differ in most fields from other writes. */
export function fieldsOf({ write, cover }: Pick<TaleState, 'write' | 'cover'>) {
  const n = [...write].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 7);
  const nth = <Value>(list: readonly Value[], at: number) => list[at % list.length] as Value;
  const text = Array.from({ length: 40 + (n % 400) }, (_, at) => `${write}x${at}`).join(' ');
  return {
    title: `Fault ${write}`,
    excerpt: `What ${write} tells.`,
    content: `<p>${text}</p>${cover === '' ? '' : `<p><img src="${cover}" alt="A lamp" /></p>`}`,
    cover_image: cover,
    author: `Teller ${n % 7}`,
    category: nth(CATEGORIES, n),
    tags: nth(CATEGORIES, n) === 'dark' ? [] : n % 3 === 0 ? ['animals', 'dark'] : n % 3 === 1 ? ['animals'] : [],
    age_band: nth(AGES, n),
    source: `Told by ${write}`,
    rights: 'Public domain',
  };
}
