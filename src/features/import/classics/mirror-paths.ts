/** Where a book lies on a mirror of Project Gutenberg (gutenberg.org/help/mirroring.html). */

/** In the order in which they are preferred: HTML says most of what is a heading, a verse, a note. */
export const FORMS = ['html', 'text', 'epub'] as const;
export type Form = (typeof FORMS)[number];
export type Place = { path: string; form: Form };

/**
 * Where to look, best first; no book lies in all these places. The main collection has a folder for each digit but the last
 * (`1/2/3/1234/`, `0/5/` for a single digit), generated files lie in `cache/epub/1234/`. `preferred`: the form to begin with.
 */
export function placesOf(id: number, preferred?: Form): Place[] {
  const folder = `${[...String(id)].slice(0, -1).join('/') || '0'}/${id}`;
  const generated = `cache/epub/${id}/pg${id}`;
  const paths: Record<Form, string[]> = {
    html: [`${folder}/${id}-h/${id}-h.htm`, `${generated}-images.html`],
    // UTF-8, Latin-1, ASCII.
    text: [`${folder}/${id}-0.txt`, `${folder}/${id}-8.txt`, `${folder}/${id}.txt`, `${generated}.txt`],
    epub: [`${generated}.epub`, `${generated}-images.epub`],
  };
  const forms = preferred === undefined ? FORMS : [preferred, ...FORMS.filter((form) => form !== preferred)];
  return forms.flatMap((form) => paths[form].map((path) => ({ path, form })));
}
