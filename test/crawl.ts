/**
 * Follows links of pages and API responses from the first addresses of a site. Returns the addresses, at most 3,000.
 * `onPage` gets each response; its body is preceded by the Location header. `follows` selects the links to follow.
 */
export async function crawl(
  origin: string,
  first: readonly string[],
  onPage: (address: string, body: string, status: number) => void,
  follows: (address: string) => boolean = () => true,
): Promise<string[]> {
  const seen = new Set(first);
  const waiting = [...first];
  const walk = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const response = await fetch(origin + address, { redirect: 'manual' });
      const body = await response.text();
      onPage(address, `${response.headers.get('location')} ${body}`, response.status);
      for (const link of linksOf(address, body)) {
        if (seen.has(link) || seen.size > 3_000 || !follows(link)) continue;
        seen.add(link);
        waiting.push(link);
      }
    }
  };
  await walk();
  return [...seen];

  function linksOf(address: string, body: string): string[] {
    const html = [...body.matchAll(/ href="([^"]+)"/g), ...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, link = '']) => link);
    const slugs = [...body.matchAll(/"slug":"([a-z0-9-]+)"/g)].map(([, slug]) => slug);
    const cursors = [...body.matchAll(/"next":"([^"]+)"/g)].map(([, next]) => next);
    const entries = [...body.matchAll(/"(?:href|next_url)":"([^"{]+)"/g)].map(([, link = '']) => link);
    const path = address.split('?', 1)[0];
    const api = address.startsWith('/api/')
      ? [...slugs.map((slug) => `/api/v1/tales/${slug}`), ...cursors.map((next) => `${path}?after=${next}`)]
      : [];
    const found = [...html, ...entries, ...api].map((link) => new URL(link.replaceAll('&amp;', '&'), origin + address));
    return (
      found
        // Filters can be combined endlessly: follows only one at a time, with its further pages.
        .filter(
          (url) => !/^\/(opds|tales(\.|$))/.test(url.pathname) || [...url.searchParams.keys()].filter((key) => key !== 'after').length <= 1,
        )
        .filter(
          (url) => url.origin === origin && !/^\/(covers|assets|icons|random|login|register|forgot-password)|\.epub$/.test(url.pathname),
        )
        .map((url) => url.pathname + url.search)
    );
  }
}
