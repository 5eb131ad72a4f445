import { open } from 'node:fs/promises';
import { ClassicFault } from './classic-fault.ts';
import { PassingFault } from './mirror.ts';
import type { Form } from './mirror-paths.ts';

const LOOKED_AT = 64 * 1024;
/** All books say where they end; the licence behind that has 20 KB. An EPUB is judged when it is opened. */
const END: Record<Exclude<Form, 'epub'>, RegExp> = { html: /<\/html>/i, text: /\bend of (?:(?:the|this) )?project gutenberg/i };

/**
 * Servers also say 200 to pages that tell of a fault, and send less than the whole without a word. Throws a ClassicFault for what is no
 * book, a PassingFault for one without its end. `url`: where it is from.
 */
export async function judgeBook(file: string, form: Form, url: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const textAt = async (from: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, Math.max(0, from));
      return buffer.subarray(0, bytesRead).toString('latin1');
    };
    const start = await textAt(0);
    const isBook = form === 'epub' ? start.startsWith('PK\x03\x04') : /gutenberg/i.test(start) && !start.includes('\0');
    if (!isBook) throw new ClassicFault('no_book', `${url} is no book of Project Gutenberg.`);
    if (form !== 'epub' && !END[form].test(await textAt(size - LOOKED_AT)))
      throw new PassingFault('The end of the book is missing.', { isSpoiled: true });
  } finally {
    await handle.close();
  }
}
