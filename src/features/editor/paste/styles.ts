/** Converts emphasis by styles to elements. */

/** Returns the declarations of a style attribute by name, in lower case. See inert-body.ts. */
export function styleOf(element: Element): Map<string, string> {
  const declarations = (element.getAttribute('data-style') ?? '').split(';').map((declaration) => declaration.split(':'));
  return new Map(declarations.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]));
}

const BLOCKS = 'p, div, li, td, th, h1, h2, h3, h4, h5, h6, blockquote, section, article, ul, ol, table, body';
const HEADINGS = 'h1, h2, h3, h4, h5, h6';

export function stylesToElements(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll<HTMLElement>('[data-style], [align]')]) {
    const style = styleOf(element);
    if (element.matches(BLOCKS)) align(element, style.get('text-align') ?? element.getAttribute('align') ?? '');
    if (isUndone(element, style)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    for (const [tag, className] of wrappersFor(element, style)) wrap(element, tag, className);
  }
  for (const strong of body.querySelectorAll(HEADINGS.replaceAll(/h\d/g, '$& :is(b, strong)'))) strong.replaceWith(...strong.childNodes);
}

function align(element: Element, value: string): void {
  const name = value === 'center' ? 'centre' : value === 'right' || value === 'end' ? 'right' : undefined;
  if (name !== undefined && element.textContent?.trim()) element.setAttribute('class', name);
}

/** Google Docs wraps content in a `<b>` that is not bold. */
function isUndone(element: Element, style: Map<string, string>): boolean {
  if (element.matches('b, strong')) return /^(normal|[1-4]00)$/.test(style.get('font-weight') ?? '');
  return element.matches('i, em') && style.get('font-style') === 'normal';
}

function wrappersFor(element: Element, style: Map<string, string>): [tag: string, className?: string][] {
  const isHeading = element.matches(HEADINGS);
  const found: [string, string?][] = [];
  if (!isHeading && !element.matches('b, strong') && /^(bold|bolder|[6-9]00)$/.test(style.get('font-weight') ?? '')) found.push(['strong']);
  if (!element.matches('i, em, cite') && /^(italic|oblique)/.test(style.get('font-style') ?? '')) found.push(['em']);
  if (/small-caps/.test(style.get('font-variant') ?? style.get('font-variant-caps') ?? '')) found.push(['span', 'small-caps']);
  const raised = style.get('vertical-align') ?? '';
  if (element.matches('span') && /^(super|sub)$/.test(raised)) found.push([raised === 'super' ? 'sup' : 'sub']);
  return found;
}

/** Wraps the content of the element; in a block, its inline content. */
function wrap(element: Element, tag: string, className: string | undefined): void {
  const inner = element.querySelector(BLOCKS)
    ? [...element.querySelectorAll('p, li')].filter((block) => !block.querySelector(BLOCKS))
    : [element];
  for (const holder of inner) {
    if (!holder.textContent?.trim()) continue;
    const wrapper = element.ownerDocument.createElement(tag);
    if (className !== undefined) wrapper.className = className;
    wrapper.append(...holder.childNodes);
    holder.append(wrapper);
  }
}
