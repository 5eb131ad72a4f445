/** PDFs for tests, written by hand. */
import { deflateSync } from 'node:zlib';

type PdfOptions = {
  pages?: number;
  /** Entries of the catalogue, such as an open action. */
  catalog?: string;
  /** Entries of the trailer. */
  trailer?: string;
  /** Further objects, from number 10 on. */
  objects?: (string | Buffer)[];
  size?: [width: number, height: number];
};

/** Returns a PDF whose first page has a black square at its bottom left. */
export function pdf({ pages = 1, catalog = '', trailer = '', objects = [], size = [200, 300] }: PdfOptions = {}): Buffer {
  const numbered = new Map<number, string | Buffer>();
  const kids = Array.from({ length: pages }, (_, index) => `${100 + index} 0 R`);
  numbered.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  numbered.set(2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`);
  numbered.set(3, stream('0 g 0 0 100 100 re f'));
  for (let index = 0; index < pages; index += 1)
    numbered.set(100 + index, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] /Contents 3 0 R >>`);
  for (const [index, each] of objects.entries()) numbered.set(10 + index, each);
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = chunks[0]?.length ?? 0;
  const entries: string[] = [];
  for (const [number, content] of numbered) {
    entries.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    const chunk = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(content as string, 'latin1'), Buffer.from('\nendobj\n')]);
    chunks.push(chunk);
    at += chunk.length;
  }
  chunks.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size 2000 /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

/** Returns a stream object; with `isPacked`, compressed. `entries`: of its dictionary. */
export function stream(content: string, entries = '', isPacked = false): Buffer {
  const bytes = isPacked ? deflateSync(Buffer.from(content, 'latin1')) : Buffer.from(content, 'latin1');
  const filter = isPacked ? ' /Filter /FlateDecode' : '';
  return Buffer.concat([Buffer.from(`<< /Length ${bytes.length}${filter} ${entries} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);
}
