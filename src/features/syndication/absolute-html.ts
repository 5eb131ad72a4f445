/** The addresses of a tale's text, for those who read it elsewhere. */

/** Clean HTML with whole addresses. `site` has no final slash, `page` is the whole address of the tale: places in its text are read there. */
export function absoluteHtml(html: string, site: string, page: string): string {
  return html.replace(/<[a-z][^>]*>/g, (tag) =>
    tag.replace(
      / (href|src)="([/#][^"]*)"/g,
      (_, name: string, address: string) => ` ${name}="${address.startsWith('#') ? page : site}${address}"`,
    ),
  );
}
