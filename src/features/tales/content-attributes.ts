import { cleanHref, cleanMediaAddress } from './content-addresses.ts';

/** The attributes that the elements of a tale may have. A rule makes the value that is kept, or says by `undefined` that none is. */
export type AttributeRule = (value: string) => string | undefined;
type Rules = Record<string, AttributeRule>;

export const CLASSES = ['verse', 'centre', 'right', 'small-caps'];

const EVERYWHERE: Rules = {
  lang: (value) => (/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(value) ? value : undefined),
  dir: (value) => oneOf(['ltr', 'rtl', 'auto'], value.toLowerCase()),
  class: (value) =>
    value
      .split(/\s+/)
      .filter((name) => CLASSES.includes(name))
      .join(' ') || undefined,
};
const CELL: Rules = {
  colspan: smallNumber,
  rowspan: smallNumber,
  scope: (value) => oneOf(['row', 'col', 'rowgroup', 'colgroup'], value),
};
const OWN = new Map<string, Rules>([
  ['a', { href: cleanHref }],
  ['img', { src: cleanMediaAddress, alt: (value) => value, width: smallNumber, height: smallNumber }],
  ['ol', { start: smallNumber }],
  ['td', CELL],
  ['th', CELL],
  ['col', { span: smallNumber }],
  ['colgroup', { span: smallNumber }],
]);
/** Elements without a meaning of their own, which no link leads to. */
const WITHOUT_ID = ['span', 'div'];

export function rulesOf(tag: string): Rules {
  return { ...EVERYWHERE, ...(WITHOUT_ID.includes(tag) ? {} : { id: prefixed }), ...OWN.get(tag) };
}

/** Ids in tales have a prefix of their own, so that none is the same as one of the page's; links to them likewise. */
function prefixed(id: string): string | undefined {
  if (!/^[\p{L}\p{N}_.:-]{1,100}$/u.test(id)) return undefined;
  return id.startsWith('t-') ? id : `t-${id}`;
}

function smallNumber(value: string): string | undefined {
  return /^[0-9]{1,4}$/.test(value) ? value : undefined;
}

function oneOf(allowed: string[], value: string): string | undefined {
  return allowed.includes(value) ? value : undefined;
}
