/** The elements that the text of a tale may have; the cleaner and the editor go by them. */

export const BLOCKS = [
  ...['h2', 'h3', 'h4', 'p', 'hr', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'div', 'section'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
];
export const PHRASES = ['br', 'em', 'strong', 'i', 'b', 'small', 'sup', 'sub', 'cite', 'q', 'a', 'img', 'span'];
/** Not only these elements go but all that stands in them: browsers read their insides by other rules. */
export const DROPPED_WHOLE = [
  ...['script', 'style', 'textarea', 'xmp', 'noembed', 'noframes', 'plaintext', 'title', 'noscript', 'iframe', 'template'],
  ...['svg', 'math', 'select', 'option', 'object', 'applet', 'video', 'audio', 'canvas', 'head'],
];
export const RENAMED: ReadonlyMap<string, string> = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
]);
