import { CLASSES } from '#src/features/tales/content-attributes.ts';
import { languageTag } from '../language.ts';
import type { Attributes, Element } from '../xml.ts';

/** The attributes of a stored element that a book takes over, in the form that XHTML asks for. Ids and addresses are judged later. */
export function keptAttributes({ tag, attributes }: Element): Attributes {
  const { lang, dir, id } = attributes;
  const language = lang === undefined ? undefined : languageTag(lang);
  const classes = (attributes.class ?? '').split(/\s+/).filter((name) => CLASSES.includes(name));
  return {
    id: id === '' ? undefined : id,
    lang: language,
    'xml:lang': language,
    dir: dir !== undefined && ['ltr', 'rtl', 'auto'].includes(dir) ? dir : undefined,
    class: classes.length > 0 ? classes.join(' ') : undefined,
    ...OWN[tag]?.(attributes),
  };
}

const OWN: Record<string, (attributes: Attributes) => Attributes> = {
  a: ({ href }) => ({ href }),
  img: ({ src, alt }) => ({ src, alt: alt ?? '' }),
  ol: ({ start }) => ({ start: number(start, 0) }),
  td: ({ colspan, rowspan }) => ({ colspan: number(colspan, 1, 1000), rowspan: number(rowspan, 1) }),
  th: ({ colspan, rowspan, scope }) => ({
    colspan: number(colspan, 1, 1000),
    rowspan: number(rowspan, 1),
    scope: scope !== undefined && ['row', 'col', 'rowgroup', 'colgroup'].includes(scope) ? scope : undefined,
  }),
  col: ({ span }) => ({ span: number(span, 1, 1000) }),
  colgroup: ({ span }) => ({ span: number(span, 1, 1000) }),
};

function number(text: string | undefined, least: number, most = 9999): string | undefined {
  const value = /^\d{1,4}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= least && value <= most ? String(value) : undefined;
}
