import { escapeJson, type PageState, STATE_ID } from './page-state.ts';
import type { PageGroup } from './personal-routes.tsx';

/** Addresses of the built files a page asks for; all carry a hash of their content but the icons. */
export type BuiltFiles = {
  /** The application and the parts that it loads at once. */
  app: string[];
  first: string;
  styles: string[];
  /** Further styles of the pages that are loaded in groups, by the name of the group. */
  groupStyles: Partial<Record<PageGroup, string[]>>;
  /** Those of the guide to the API, which has no scripts. */
  guideStyles: string[];
};

/** All that the head of a page says. Texts are plain; `image` and `canonical` are absolute addresses. */
export type PageHead = {
  title: string;
  description: string;
  canonical: string | null;
  image: { address: string; alt: string } | null;
  type: 'website' | 'article' | 'profile';
  jsonLd: unknown[];
  noIndex: boolean;
  previous: string | null;
  next: string | null;
  /** The same elsewhere, for machines. */
  alternates: { type: string; title: string; href: string }[];
};

/** Without `state` the page stays as it is: the browser takes nothing over. */
type Parts = { head: PageHead; body: string; state: PageState | null; files: BuiltFiles; group?: PageGroup | undefined };

/** The whole HTML document, without any inline script or style. */
export function document({ head, body, state, files, group }: Parts): string {
  const styles = [...files.styles, ...((group && files.groupStyles[group]) ?? [])];
  const app = state === null ? '' : ` data-app="${files.app.join(' ')}"`;
  return `<!doctype html>
<html lang="en" data-theme="paper">
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
    meta('property', 'og:site_name', 'Talewood'),
    meta('property', 'og:type', head.type),
    meta('property', 'og:title', head.title.replace(/ · Talewood$/, '')),
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

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
