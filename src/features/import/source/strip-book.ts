/** Takes out what is no text of the book: Project Gutenberg's header and licence, who produced the file, pictures and their lists. */
import type { Block } from './source-book.ts';

const START = /\*\*\* ?START OF (?:THE|THIS)? ?PROJECT GUTENBERG|\*END\*? ?THE SMALL PRINT|\*END THE SMALL PRINT/i;
const END =
  /^(?:\*\*\* ?)?END OF (?:THE |THIS )?PROJECT GUTENBERG|\*\*\* ?END OF (?:THE|THIS)|^End of (?:The )?Project Gutenberg|^Ende dieses Projekt|^\*\*\* ?START: FULL LICENSE|^Updated editions will replace the previous one/i;
const PRODUCED =
  /^(?:this (?:e-?text|e-?book|file) was (?:prepared|produced|scanned)|(?:e-?text|e-?book) (?:prepared|produced|scanned)|produced by|prepared by|transcribed (?:from|by)|scanned (?:by|and)|digitized by|html (?:version|file) (?:by|produced)|this book content was graciously|this file (?:was|should be) )/i;
const ABOUT_FILE = /transcriber['’]?s?['’]? notes?|preparer['’]?s note|project gutenberg|distributed proof|\bpgdp\b|^note: project/i;
/** Behind the text such words come last of all. */
const TOLD_AT_END =
  /^[[(]?(?:transcriber['’]?s?['’]? notes?|anmerkungen zur transkription|bemerkungen zur textgestalt|notes? du transcripteur|notas? del transcriptor)/i;
const TRANSCRIBER = /(^|\s)(tr-?notes?|transnotes?|transcriber\w*|tnote\w*|tn)(\s|$)/i;
const ILLUSTRATION =
  /^\[(?:illustrations?|images?|pictures?|graphic|photo(?:graph)?|drawing|headpiece|tailpiece|frontispiece|decoration|vignette|ornament|abbildung|bild|ill)\b[^\]]*\]?$/i;
/** What is printed in place of an image that only decorates: one line without brackets. */
const DECORATION =
  /^[[(]?(?:a )?(?:decorative|ornamental) (?:graphic|image|illustration|picture|drawing|border|divider|line|rule|element|design|motif|vignette|initial|headpiece|tailpiece|flourish|break)\b.{0,200}$/i;
const PAGE = /^[[{(]?(?:p(?:age|g|\.)? ?)?\d{1,4}[\]})]?$/i;
const MOST_HEADER = 60;
/** Who made the file is told before the text begins. */
const MOST_FRONT = 40;

export function stripBook(blocks: readonly Block[]): Block[] {
  const start = lastIndex(blocks.slice(0, Math.max(MOST_HEADER, Math.ceil(blocks.length / 3))), ({ text }) => START.test(text)) + 1;
  const end = blocks.findIndex((block, index) => index > start && index > blocks.length / 3 && END.test(block.text));
  const told = blocks.findIndex(({ text }, index) => index > blocks.length * 0.8 && TOLD_AT_END.test(text));
  const last = Math.min(end < 0 ? blocks.length : end, told < 0 ? blocks.length : told);
  const own = blocks.slice(start, last);
  const kept: Block[] = [];
  let anchors: string[] = [];
  for (const [index, block] of own.entries()) {
    if (isForeign(block, index)) {
      anchors.push(...block.anchors);
      continue;
    }
    kept.push(anchors.length === 0 ? block : { ...block, anchors: [...anchors, ...block.anchors] });
    anchors = [];
  }
  return kept;
}

function isForeign({ kind, text, hints }: Block, index: number): boolean {
  if (kind === 'figure' || ILLUSTRATION.test(text) || (kind !== 'heading' && DECORATION.test(text)) || TRANSCRIBER.test(hints.classes))
    return true;
  if (kind !== 'heading' && kind !== 'rule' && PAGE.test(text) && kind !== 'note') return true;
  return index < MOST_FRONT && text.length < 700 && (PRODUCED.test(text) || (ABOUT_FILE.test(text) && kind !== 'note'));
}

function lastIndex(blocks: readonly Block[], is: (block: Block) => boolean): number {
  return blocks.findLastIndex(is);
}
