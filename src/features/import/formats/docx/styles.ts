/** What the styles and lists of a Word document mean for its text. */
import { childrenNamed, type Element, elementsNamed } from '#src/features/import/archive/xml.ts';

type Marks = { bold?: boolean; italic?: boolean; smallCaps?: boolean };
export type Style = Marks & {
  /** In English and lower case for all built-in styles, whatever the language of Word. */
  name: string;
  /** Heading level from 1. */
  level?: number;
  list?: string;
};
export type DocxStyles = {
  of: (id: string | undefined) => Style | undefined;
  /** Returns `ol` or `ul` for a list at a depth from 0; undefined for unknown lists. */
  listTag: (list: string, depth: number) => 'ol' | 'ul' | undefined;
  language: string | undefined;
};

const MAX_STEPS = 20;

export function readStyles(styles: Element | undefined, numbering: Element | undefined): DocxStyles {
  const elements = new Map(
    styles === undefined ? [] : childrenNamed(styles, 'style').map((each) => [each.attributes.get('styleId'), each]),
  );
  const known = new Map<string, Style>();
  const tags = listTags(numbering);
  return {
    of: (id) => {
      if (id === undefined || !elements.has(id)) return undefined;
      const style = known.get(id) ?? resolved(id, elements);
      known.set(id, style);
      return style;
    },
    listTag: (list, depth) => tags.get(list)?.get(depth),
    language: styles === undefined ? undefined : defaultLanguage(styles),
  };
}

/** True for `<w:b/>` and similar elements, unless a value switches them off. */
export function isOn(attributes: ReadonlyMap<string, string>): boolean {
  return !/^(0|false|off|none)$/.test(attributes.get('val') ?? '');
}

/** A style inherits what it does not set from the style it is based on. */
function resolved(id: string, elements: ReadonlyMap<string | undefined, Element>): Style {
  const style: Style = { name: '' };
  let next: string | undefined = id;
  for (let step = 0; next !== undefined && step < MAX_STEPS; step += 1) {
    const element: Element | undefined = elements.get(next);
    if (element === undefined) break;
    const own = ownStyle(element);
    const based: string | undefined = childrenNamed(element, 'basedOn')[0]?.attributes.get('val');
    // The name is not inherited.
    if (step === 0) style.name = own.name;
    Object.assign(style, { ...own, ...style });
    next = based;
  }
  return style;
}

function ownStyle(element: Element): Style {
  const name = (childrenNamed(element, 'name')[0]?.attributes.get('val') ?? '').toLowerCase();
  const value = (tag: string) => [...elementsNamed(element, tag)][0]?.attributes;
  const mark = (tag: string, field: keyof Marks) => {
    const attributes = value(tag);
    return attributes === undefined ? {} : { [field]: isOn(attributes) };
  };
  const outline = Number(value('outlineLvl')?.get('val') ?? Number.NaN);
  const level = Number(/^heading ([1-9])$/.exec(name)?.[1] ?? (outline < 9 ? outline + 1 : 0));
  const list = value('numId')?.get('val');
  return {
    name,
    ...(level > 0 ? { level } : {}),
    ...(list === undefined ? {} : { list }),
    ...mark('b', 'bold'),
    ...mark('i', 'italic'),
    ...mark('smallCaps', 'smallCaps'),
  };
}

function listTags(numbering: Element | undefined): Map<string, Map<number, 'ol' | 'ul'>> {
  const tags = new Map<string, Map<number, 'ol' | 'ul'>>();
  if (numbering === undefined) return tags;
  const levels = new Map(
    childrenNamed(numbering, 'abstractNum').map((each) => [
      each.attributes.get('abstractNumId'),
      new Map(childrenNamed(each, 'lvl').map((level) => [Number(level.attributes.get('ilvl')), tagOf(level)])),
    ]),
  );
  for (const num of childrenNamed(numbering, 'num')) {
    const found = levels.get(childrenNamed(num, 'abstractNumId')[0]?.attributes.get('val'));
    if (found !== undefined) tags.set(num.attributes.get('numId') ?? '', found);
  }
  return tags;
}

function tagOf(level: Element): 'ol' | 'ul' {
  const format = childrenNamed(level, 'numFmt')[0]?.attributes.get('val') ?? 'decimal';
  return format === 'bullet' || format === 'none' ? 'ul' : 'ol';
}

function defaultLanguage(styles: Element): string | undefined {
  const [defaults] = childrenNamed(styles, 'docDefaults');
  return defaults === undefined ? undefined : [...elementsNamed(defaults, 'lang')][0]?.attributes.get('val');
}
