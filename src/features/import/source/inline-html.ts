/** Small work on the inline HTML that blocks hold, which is always of our own writing: see Block. */

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Markers of footnotes are no text: `[12]`, `(3)`, `*`, `[A]`. */
const NOTE_MARKER = /<(a|sup) ?[^>]*>(?:<sup>)?[[(]?(?:\d{1,3}|[*†‡§¶]{1,3}|[a-zA-Z])[\])]?(?:<\/sup>)?<\/\1>/g;

/** The text, on one line. `withMarkers`: markers of footnotes are text too. */
export function textOfHtml(html: string, withMarkers = false): string {
  const marked = withMarkers ? html : html.replace(NOTE_MARKER, (marker) => (isMarker(marker) ? '' : marker));
  return decode(marked.replace(/<br \/>/g, ' ').replace(/<[^>]+>/g, ''))
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim();
}

/** A single letter that is a link or raised is a marker only in brackets. */
function isMarker(html: string): boolean {
  return /\d|[*†‡§¶]|[[(]/.test(html.replace(/<[^>]+>/g, ''));
}

/** Runs of spaces become one; none stand around line breaks and at the ends; marks around nothing are taken out. */
export function tidyInline(html: string): string {
  return html
    .replace(/&quot;/g, '"')
    .replace(/\u00ad/g, '')
    .replace(/[ \u00a0]*\u00a0\u00a0+[ \u00a0]*/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/<(em|strong|sup|sub|q|span)[^>]*>\s*<\/\1>/g, ' ')
    .replace(/(?<![\p{L}\d_])_([^_<>]{1,200})_(?![\p{L}\d_])/gu, '<em>$1</em>')
    .replace(/<\/(em|strong)>( ?)<\1>/g, '$2')
    .replace(/(<(?:em|strong|span)[^>]*>) +/g, ' $1')
    .replace(/ +(<\/(?:em|strong|span)>)/g, '$1 ')
    .replace(/ {2,}/g, ' ')
    .replace(/[ \u00a0]*<br \/>[ \u00a0]*/g, '<br />')
    .replace(/^(?:[ \u00a0]|<br \/>)+|(?:[ \u00a0]|<br \/>)+$/g, '');
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
