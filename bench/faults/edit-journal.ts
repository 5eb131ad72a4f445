/** What the clients of `edits` remember: what was answered, and what was asked for and not answered. */

/** A tale as one write has left it. `write` is in its title, excerpt and text, so that a mixture of two would show. */
export type TaleState = {
  write: string;
  cover: string;
  status: 'draft' | 'published';
  isBinned: boolean;
  version: number;
  /** Former versions. */
  revisions: number;
};

/** `known`: as it was last answered, null when it is not there. `asked`: what a request without an answer may have made of it. */
export type TaleEntry = { key: string; id?: string; known: TaleState | null; asked?: TaleState | null | undefined };

export type Journal = {
  /** Writes that were answered with 2xx. */
  answered: number;
  /** What was answered with 4xx, which should not happen, as each tale has one client that writes it. */
  refused: string[];
  /** By their keys. */
  tales: Map<string, TaleEntry>;
  /** Addresses, and whether the sign-up was answered. */
  signUps: Map<string, boolean>;
  /** By `person tale`; `known` is undefined where none was answered. */
  favorites: Map<string, { known?: boolean; asked?: boolean | undefined }>;
  /** Addresses of pictures that were answered. */
  pictures: string[];
};

export function openJournal(): Journal {
  return { answered: 0, refused: [], tales: new Map(), signUps: new Map(), favorites: new Map(), pictures: [] };
}

const CATEGORIES = ['classic', 'enchanted', 'folklore', 'fantasy', 'dark'] as const;
const AGES = ['', '3-5', '6-8', '9-12'] as const;

/** What is sent for a write, other in most fields than for any write before. */
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
