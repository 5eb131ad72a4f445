import { elementsNamed, type HtmlElement } from './html-tree.ts';
import { type Inline, type InlineContext, linesOf, reduceInline } from './inline.ts';
import { textOfHtml } from './inline-html.ts';

/** A list, whose items hold phrases only. */
export function listBlock(list: HtmlElement, context: InlineContext): Inline {
  const items = [...elementsNamed(list, 'li')].map((item) => {
    const inline = reduceInline(withoutLists(item), context);
    return { ...inline, links: inline.links.map((link) => ({ ...link, row: inline.text })) };
  });
  const full = items.filter(({ text, html }) => text !== '' || html !== '');
  const html = full.map((item) => `<li>${item.html}</li>`).join('');
  return joined(html === '' ? '' : `<${list.name}>${html}</${list.name}>`, full, items);
}

/** A table, whose cells hold phrases only. */
export function tableBlock(table: HtmlElement, context: InlineContext): Inline {
  const rows = [...elementsNamed(table, 'tr')].map((row) => {
    const cells = row.content.filter((each): each is HtmlElement => typeof each !== 'string' && (each.name === 'td' || each.name === 'th'));
    const inlines = cells.map((cell) => ({ name: cell.name, ...reduceInline(cell.content, context) }));
    const html = inlines.map((cell) => `<${cell.name}>${cell.html}</${cell.name}>`).join('');
    const all = joined(`<tr>${html}</tr>`, inlines, inlines);
    const line = textOfHtml(all.text, true);
    return { ...all, lines: [line], links: all.links.map((link) => ({ ...link, row: line })) };
  });
  const full = rows.filter(({ html }) => textOfHtml(html, true) !== '');
  const html = full.map((row) => row.html).join('');
  const { lines: _, ...block } = joined(html === '' ? '' : `<table><tbody>${html}</tbody></table>`, full, rows);
  return { ...block, lines: full.flatMap((row) => row.lines) };
}

/** The cells of a table that has one to the row, as lines; nothing for other tables, and for one that leads somewhere. */
export function columnOf(table: HtmlElement, context: InlineContext): Inline | undefined {
  const rows = [...elementsNamed(table, 'tr')].map((row) =>
    [...elementsNamed(row, 'td'), ...elementsNamed(row, 'th')]
      .map((cell) => reduceInline(cell.content, context))
      .filter(({ text }) => text !== ''),
  );
  const cells = rows.flat();
  if (rows.some((row) => row.length > 1) || cells.length === 0 || cells.some(({ links }) => links.length > 0)) return undefined;
  const html = cells.map((cell) => cell.html).join('<br />');
  return { ...joined(html, cells, cells), lines: linesOf(html) };
}

/** The inner lists have items of their own. */
function withoutLists(item: HtmlElement): (HtmlElement | string)[] {
  return item.content.filter((each) => typeof each === 'string' || (each.name !== 'ul' && each.name !== 'ol'));
}

/** `shown`: the parts that are written; anchors and links may also be in others. */
function joined(html: string, shown: Inline[], all: Inline[]): Inline {
  return {
    html,
    text: shown.map(({ text }) => text).join(' '),
    lines: shown.map(({ text }) => text),
    anchors: all.flatMap(({ anchors }) => anchors),
    links: all.flatMap(({ links }) => links),
  };
}
