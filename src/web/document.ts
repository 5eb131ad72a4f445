import { escapeHtml } from '#src/ui/escape-html.ts';
import { isLongName } from '#src/ui/site.ts';
import { escapeJson, type PageState, STATE_ID } from './page-state.ts';

/** URLs of the built files. All except icons contain a content hash. */
export type BuiltFiles = {
  /** The entry and the chunks it imports. */
  app: string[];
  first: string;
  styles: string[];
  /** Chunks and stylesheets of lazily loaded page modules, by module name. */
  modules: Partial<Record<string, { scripts: string[]; styles: string[] }>>;
  /** Stylesheets of the API guide, which has no scripts. */
  guideStyles: string[];
};

/** Metadata of a page. Texts are plain; `image` and `canonical` are absolute URLs. */
export type PageHead = {
  /** With the name of the site at the end. */
  title: string;
  siteName: string;
  description: string;
  canonical: string | null;
  image: { address: string; alt: string } | null;
  type: 'website' | 'article' | 'profile';
  jsonLd: unknown[];
  noIndex: boolean;
  previous: string | null;
  next: string | null;
  /** Alternate representations, such as feeds. */
  alternates: { type: string; title: string; href: string }[];
};

/** Without `state` the browser does not hydrate the page. */
type Parts = { head: PageHead; body: string; state: PageState | null; files: BuiltFiles; module?: string | undefined };

/** Returns the HTML document, without inline scripts or styles. */
export function document({ head, body, state, files, module }: Parts): string {
  const { scripts = [], styles: moduleStyles = [] } = (module && files.modules[module]) || {};
  const styles = [...files.styles, ...moduleStyles];
  const app = state === null ? '' : ` data-app="${[...files.app, ...scripts].join(' ')}"`;
  return `<!doctype html>
<html lang="en" data-theme="paper"${isLongName(head.siteName) ? ' data-long-name=""' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(head.title)}</title>
<script src="${files.first}"${app}></script>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${metadata(head).join('\n')}
</head>
<body>
<div id="root">${body}</div>
${state === null ? '' : `<script type="application/json" id="${STATE_ID}">${escapeJson(state)}</script>`}
</body>
</html>`;
}

function metadata(head: PageHead): string[] {
  const lines = [
    meta('name', 'description', head.description),
    meta('property', 'og:site_name', head.siteName),
    meta('property', 'og:type', head.type),
    meta('property', 'og:title', head.title.slice(0, -` · ${head.siteName}`.length)),
    meta('property', 'og:description', head.description),
    meta('property', 'og:locale', 'en_GB'),
    meta('name', 'theme-color', '#0b2a30'),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ];
  if (head.noIndex) lines.push(meta('name', 'robots', 'noindex'));
  if (head.canonical !== null) lines.push(link('canonical', head.canonical), meta('property', 'og:url', head.canonical));
  if (head.previous !== null) lines.push(link('prev', head.previous));
  if (head.next !== null) lines.push(link('next', head.next));
  for (const { type, title, href } of head.alternates) lines.push(alternate(type, title, href));
  lines.push(...imageLines(head.image));
  return [...lines, ...head.jsonLd.map((data) => `<script type="application/ld+json">${escapeJson(data)}</script>`)];
}

function imageLines(image: PageHead['image']): string[] {
  if (image === null) return [meta('name', 'twitter:card', 'summary')];
  return [
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('property', 'og:image', image.address),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', image.alt),
  ];
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

function link(rel: string, href: string): string {
  return `<link rel="${rel}" href="${escapeHtml(href)}">`;
}

function alternate(type: string, title: string, href: string): string {
  return `<link rel="alternate" type="${escapeHtml(type)}" title="${escapeHtml(title)}" href="${escapeHtml(href)}">`;
}
