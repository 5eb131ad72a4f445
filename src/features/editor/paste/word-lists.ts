import { styleOf } from './styles.ts';

type Item = { paragraph: Element; level: number; isOrdered: boolean; start: number };
type Level = { level: number; list: Element };

/** Converts lists pasted from Word, which are paragraphs with a number or bullet as text, to nested lists. */
export function joinWordLists(body: HTMLElement): void {
  let open: Level[] = [];
  let last: Element | undefined;
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const item = readItem(paragraph);
    const goesOn = last !== undefined && paragraph.previousElementSibling === last;
    if (!item || !goesOn) open = [];
    if (!item) continue;
    open = place(item, open);
    last = open[0]?.list;
  }
}

function readItem(paragraph: Element): Item | undefined {
  const list = styleOf(paragraph).get('mso-list') ?? '';
  const level = /level(\d)/.exec(list)?.[1];
  if (level === undefined) return undefined;
  const markers = [...paragraph.querySelectorAll('span')].filter((span) => styleOf(span).get('mso-list') === 'ignore');
  const marker = markers
    .map(({ textContent }) => textContent)
    .join('')
    .trim();
  for (const span of markers) span.remove();
  const isOrdered = /^\(?[0-9a-z]{1,4}[.)]/i.test(marker) && !/^o$/i.test(marker);
  return { paragraph, level: Number(level), isOrdered, start: Number(/\d+/.exec(marker)?.[0] ?? 1) };
}

/** Adds an item to the innermost open list of its level, or to a new list in the previous item. Returns the open lists. */
function place({ paragraph, level, isOrdered, start }: Item, before: readonly Level[]): Level[] {
  const open = before.filter((one) => one.level <= level);
  const document = paragraph.ownerDocument;
  const item = document.createElement('li');
  const current = open.at(-1);
  let list = current?.level === level ? current.list : undefined;
  if (list === undefined) {
    list = document.createElement(isOrdered ? 'ol' : 'ul');
    if (isOrdered && start > 1) list.setAttribute('start', String(start));
    const above = current?.list.lastElementChild;
    if (above) above.append(list);
    else paragraph.before(list);
    open.push({ level, list });
  }
  list.append(item);
  item.append(...paragraph.childNodes);
  paragraph.remove();
  return open;
}
