const LIMIT = 420;
/** The end of a sentence, with the marks that close a quotation. */
const SENTENCE_END = /[.!?…]["”’»)]*(?=\s|$)/gu;

/** How a text begins: whole sentences, up to some 400 characters; a first one that is longer is cut at a word. */
export function openingOf(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= LIMIT) return plain;
  const ends = [...plain.slice(0, LIMIT).matchAll(SENTENCE_END)];
  const last = ends.at(-1);
  if (last !== undefined) return plain.slice(0, last.index + last[0].length);
  return `${plain.slice(0, plain.slice(0, LIMIT).lastIndexOf(' '))} …`;
}
