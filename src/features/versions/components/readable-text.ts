const BLOCK =
  /<\/?(?:h[2-4]|p|blockquote|[uod]l|d[td]|li|figure|figcaption|div|section|table|caption|t(?:head|body|foot|[rhd]))(?: [^>]*)?>/g;
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The paragraphs of clean HTML as one reads them: lines of verse on lines of their own, pictures by what is said of them. */
export function readableParagraphs(html: string): string[] {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<img(?: [^>]*)?>/g, (tag) => `[Picture: ${/ alt="([^"]*)"/.exec(tag)?.[1] || 'not described'}]`)
    .replace(/<hr(?: [^>]*)?>/g, '\n\n* * *\n\n')
    .replace(/<br(?: [^>]*)?>/g, '\n')
    .replace(BLOCK, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .split(/\s*\n\s*\n\s*/)
    .map((paragraph) => paragraph.replace(/ *\n */g, '\n').trim())
    .filter((paragraph) => paragraph !== '');
}
