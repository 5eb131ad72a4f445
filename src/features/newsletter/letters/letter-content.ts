/** All that a letter says: HTML and text are both drawn from this. */

import { urls } from '#src/urls.ts';
import type { Count, LetterSection, PartKind } from './contract.ts';
import type { Written } from './reader-links.ts';
import { READER_MARKS } from './reader-links.ts';

type LetterTale = {
  title: string;
  /** Whole addresses throughout. */
  href: string;
  author: string;
  /** BCP 47. */
  language: string;
  readTime: number;
  aloudTime: number;
  excerpt: string;
  note: string;
};

export type LetterContent = {
  subject: string;
  /** 2026-11-22. */
  day: string;
  opening: string;
  sections: { kind: PartKind; tales: LetterTale[]; more: (Count & { href: string }) | null }[];
  links: { site: string; web: string; preferences: string; unsubscribe: string };
};

/** Draws a letter in the site's look. The reader's own links are marks (reader-links.ts). */
export type DrawLetter = (content: LetterContent) => Promise<Written>;

type Said = { subject: string; day: string; opening: string; sections: readonly LetterSection[] };

/** `publicUrl` has no final slash. */
export function letterContent({ subject, day, opening, sections }: Said, publicUrl: string): LetterContent {
  return {
    ...{ subject, day, opening },
    sections: sections.map(({ kind, tales, more }) => ({
      kind,
      tales: tales.map(({ tale, note }) => ({
        ...{ title: tale.title, author: tale.author.name, language: tale.language, excerpt: tale.excerpt, note },
        ...{ readTime: tale.readTime, aloudTime: tale.aloudTime, href: publicUrl + urls.tale(tale.slug) },
      })),
      more: more && { ...more, href: publicUrl + urls.recent() },
    })),
    links: { site: publicUrl + urls.home(), web: publicUrl + urls.newsletter(day), ...READER_MARKS },
  };
}
