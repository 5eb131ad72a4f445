/** Books in plain text made in the test, such as Project Gutenberg has them. */

/** A sentence that no other number has. */
export const words = (number: number) =>
  Array.from(
    { length: 80 },
    (_, at) =>
      `${['fox', 'mill', 'queen', 'forest', 'spindle', 'bread', 'raven'][(number * 7 + at * at) % 7]}${(number * 31 + at * 17) % 97}`,
  ).join(' ');

/** A book in plain text; `tales`: by their titles what is told; `year`: on its title page. */
export function bookText(
  tales: Record<string, string>,
  { number = 77001 as number | null, title = 'The Small Book', author = 'Ada Miller', year = '' } = {},
): string {
  const header =
    number === null
      ? ''
      : `The Project Gutenberg EBook of ${title}, by ${author}\n\nTitle: ${title}\n\nAuthor: ${author}\n\nRelease Date: 1901 [EBook #${number}]\n\nLanguage: English\n\n*** START OF THIS PROJECT GUTENBERG EBOOK ***\n\n\n`;
  const names = Object.keys(tales).map((name) => `  ${name.toUpperCase()}`);
  const body = Object.entries(tales).map(([name, told]) => `\n\n\n\n${name.toUpperCase()}\n\n\n${told}\n`);
  return `${header}${year && `${year}\n\n\n`}CONTENTS\n\n${names.join('\n')}\n${body.join('')}\n\n*** END OF THIS PROJECT GUTENBERG EBOOK ***\n`;
}

export const told = (number: number) =>
  `There was once a number ${number}. ${words(number)}.\n\nAnd ${words(number + 50)}. That was the end of it.`;
export const THREE = { 'The Fox': told(1), 'The Mill': told(2), 'The Raven': told(3) };
