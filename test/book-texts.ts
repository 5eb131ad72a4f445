/** Generated plain-text books in the format of Project Gutenberg. */

/** Returns 80 words that differ for each number. */
export const uniqueText = (number: number) =>
  Array.from(
    { length: 80 },
    (_, at) =>
      `${['fox', 'mill', 'queen', 'forest', 'spindle', 'bread', 'raven'][(number * 7 + at * at) % 7]}${(number * 31 + at * 17) % 97}`,
  ).join(' ');

/** Returns a plain-text book. `tales`: texts by title. `year`: of the title page. */
export function bookText(
  tales: Record<string, string>,
  { number = 77001 as number | null, title = 'The Small Book', author = 'Ada Miller', year = '' } = {},
): string {
  const header =
    number === null
      ? ''
      : `The Project Gutenberg EBook of ${title}, by ${author}\n\nTitle: ${title}\n\nAuthor: ${author}\n\nRelease Date: 1901 [EBook #${number}]\n\nLanguage: English\n\n*** START OF THIS PROJECT GUTENBERG EBOOK ***\n\n\n`;
  const names = Object.keys(tales).map((name) => `  ${name.toUpperCase()}`);
  const body = Object.entries(tales).map(([name, text]) => `\n\n\n\n${name.toUpperCase()}\n\n\n${text}\n`);
  return `${header}${year && `${year}\n\n\n`}CONTENTS\n\n${names.join('\n')}\n${body.join('')}\n\n*** END OF THIS PROJECT GUTENBERG EBOOK ***\n`;
}

export const uniqueTale = (number: number) =>
  `There was once a number ${number}. ${uniqueText(number)}.\n\nAnd ${uniqueText(number + 50)}. That was the end of it.`;
export const THREE_TALES = { 'The Fox': uniqueTale(1), 'The Mill': uniqueTale(2), 'The Raven': uniqueTale(3) };
