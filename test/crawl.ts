/**
 * Reads everything that is linked from the first addresses of a site, and its answer of the API; returns the addresses, 3,000 at most. `look`: gets
 * each with its answer; the body begins with where it leads, if it does. `follows`: which links are read, too.
 */
export async function crawl(
  origin: string,
  first: readonly string[],
  look: (address: string, body: string, status: number) => void,
  follows: (address: string) => boolean = () => true,
): Promise<string[]> {
  const seen = new Set(first);
  const waiting = [...first];
  const walk = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const answer = await fetch(origin + address, { redirect: 'manual' });
      const body = await answer.text();
      look(address, `${answer.headers.get('location')} ${body}`, answer.status);
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
        // Filters lead to ever further ones: one at a time is enough, and its next pages.
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
