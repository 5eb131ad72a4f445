export type PageFacts = {
  language: string;
  title: string;
  titles: number;
  headings: number;
  canonicals: string[];
  /** The first of each name or property. */
  meta: Record<string, string>;
  /** Each parsed block; null if it is not a JSON object. */
  jsonLd: (Record<string, unknown> | null)[];
  /** URLs of links and GET forms. */
  links: string[];
  /** URLs of images, scripts, styles, icons and share images. */
  files: string[];
  badImages: string[];
  doubledIds: string[];
  inline: string[];
};

/** Parses HTML as sent by the server. Runs in the browser to use its parser, and uses nothing from outside. */
export function readFacts(html: string): PageFacts {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const all = (selector: string) => [...page.querySelectorAll(selector)];
  const values = (selector: string, name: string) =>
    all(selector).flatMap((element) => {
      const value = element.getAttribute(name);
      return value === null ? [] : [value];
    });
  const meta: Record<string, string> = {};
  for (const element of all('meta')) {
    const name = element.getAttribute('name') ?? element.getAttribute('property');
    if (name !== null) meta[name] ??= element.getAttribute('content') ?? '';
  }
  const jsonLd = all('script[type="application/ld+json"]').map((block) => {
    try {
      return JSON.parse(block.textContent ?? '') as Record<string, unknown>;
    } catch {
      return null;
    }
  });
  const ids = values('[id]', 'id');
  const number = /^\d+$/;
  const isSound = (image: Element) =>
    image.hasAttribute('alt') && number.test(image.getAttribute('width') ?? '') && number.test(image.getAttribute('height') ?? '');
  const isInline = (script: Element) => !script.hasAttribute('src') && !/json/.test(script.getAttribute('type') ?? '');
  return {
    language: page.documentElement.lang,
    title: page.title,
    titles: all('head > title').length,
    headings: all('h1').length,
    canonicals: values('link[rel=canonical]', 'href'),
    meta,
    jsonLd,
    links: [...values('a[href]', 'href'), ...values('form[action]:not([method=post])', 'action')],
    files: [
      ...values('img[src]', 'src'),
      ...values('source[srcset]', 'srcset'),
      ...values('script[src]', 'src'),
      ...values('link[href]:not([rel=canonical])', 'href'),
      ...values('meta[property="og:image"]', 'content'),
    ],
    badImages: all('img')
      .filter((image) => !isSound(image))
      .map((image) => image.outerHTML.slice(0, 150)),
    doubledIds: ids.filter((id, index) => ids.indexOf(id) !== index),
    inline: [
      ...all('style, [style]').map((element) => element.outerHTML.slice(0, 80)),
      ...all('script')
        .filter(isInline)
        .map((script) => script.outerHTML.slice(0, 80)),
      ...all('*')
        .filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')))
        .map((element) => element.outerHTML.slice(0, 80)),
    ],
  };
}
