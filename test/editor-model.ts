/** The editor model without its UI, loaded into an empty page by test/journeys/editor-model.test.ts. */
import { DOMParser as ModelParser } from '@tiptap/pm/model';
import { fromHtml, normalForm } from '#src/features/editor/model/from-html.ts';
import { taleSchema } from '#src/features/editor/model/tale-model.ts';
import { tidyHtml } from '#src/features/editor/model/tidy-html.ts';
import { toHtml } from '#src/features/editor/model/to-html.ts';
import { cleanPaste } from '#src/features/editor/paste/clean-paste.ts';
import { blocksOfText } from '#src/features/editor/writing/create-editor.ts';

/** Opens HTML in the editor and writes it again. `kept` counts the blocks that the editor shows but does not edit. */
export function roundTrip(html: string): { html: string; kept: number; blocks: number; removed: string[] } {
  const { doc, removed } = fromHtml(html, taleSchema);
  doc.check();
  let kept = 0;
  let blocks = 0;
  doc.descendants(({ type, isBlock }) => {
    if (isBlock) blocks += 1;
    if (type.name === 'keptBlock') kept += 1;
  });
  return { html: toHtml(doc), kept, blocks, removed };
}

export function normal(html: string): string {
  return normalForm(tidyHtml(html).body);
}

/** Returns the HTML after pasting into an empty tale. */
export function pasted(html: string): { html: string; pictures: number } {
  const clean = cleanPaste(html, 'The Frog King');
  const doc = ModelParser.fromSchema(taleSchema).parse(tidyHtml(clean.html, { keepOwn: true }).body);
  return { html: toHtml(doc), pictures: clean.pictures };
}

export { blocksOfText };
