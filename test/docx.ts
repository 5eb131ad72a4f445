import { makeZip, type ZipPart } from './books.ts';

/** Generated Word documents. */

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="urn:mc"';

const STYLES = `<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>
${style('berschrift1', 'heading 1', '<w:rPr><w:b/></w:rPr>')}${style('H2', 'heading 2')}${style('Own', 'My Head', '', 'berschrift1')}
${style('Titel', 'Title')}${style('Sub', 'Subtitle')}${style('Quote', 'Quote', '<w:rPr><w:i/></w:rPr>')}${style('TOC1', 'toc 1')}
${style('Strong', 'Strong', '<w:rPr><w:b/></w:rPr>')}${style('Bullets', 'List Bullet', '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>')}`;

const NUMBERING = `<w:abstractNum w:abstractNumId="7">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum>
<w:abstractNum w:abstractNumId="8">${level(0, 'bullet')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>`;

/** Returns a document. `body` and `parts`: XML; `more`: further files of the ZIP. */
export function makeDocx(body: string, parts: { footnotes?: string; core?: string } = {}, more: ZipPart[] = []): Buffer {
  const files: Record<string, string> = {
    '_rels/.rels': relations({ officeDocument: 'word/document.xml', 'metadata/core-properties': 'docProps/core.xml' }),
    'word/_rels/document.xml.rels': relations({ styles: 'styles.xml', numbering: 'numbering.xml', footnotes: 'footnotes.xml' }),
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${NAMESPACES}>${STYLES}</w:styles>`,
    'word/numbering.xml': `<w:numbering ${NAMESPACES}>${NUMBERING}</w:numbering>`,
    'word/footnotes.xml': `<w:footnotes ${NAMESPACES}>${parts.footnotes ?? ''}</w:footnotes>`,
    'docProps/core.xml': `<cp:p xmlns:cp="urn:cp" xmlns:dc="http://purl.org/dc/elements/1.1/">${parts.core ?? ''}</cp:p>`,
  };
  return makeZip([...Object.entries(files).map(([name, data]) => ({ name, data })), ...more]);
}

/** A paragraph of runs, or of plain text. */
export function para(runs: string, properties = ''): string {
  const own = runs.includes('<') ? runs : run(runs);
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${own}</w:p>`;
}

export function styled(id: string, runs: string): string {
  return para(runs, `<w:pStyle w:val="${id}"/>`);
}

export function run(text: string, properties = ''): string {
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}

function style(id: string, name: string, more = '', based = ''): string {
  return `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${based === '' ? '' : `<w:basedOn w:val="${based}"/>`}${more}</w:style>`;
}

function level(depth: number, format: string): string {
  return `<w:lvl w:ilvl="${depth}"><w:numFmt w:val="${format}"/></w:lvl>`;
}

function relations(targets: Record<string, string>): string {
  const all = Object.entries(targets).map(([type, target], at) => `<Relationship Id="r${at}" Type="${TYPES}/${type}" Target="${target}"/>`);
  return `<Relationships xmlns="urn:r">${all.join('')}</Relationships>`;
}
