/** Child process of epub.ts: serves an EPUB of a number of tales. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { createShareImages } from '#src/features/covers/covers.ts';
import type { Book, BookTale } from '#src/features/epub/contract.ts';
import { writeEpub } from '#src/features/epub/write-epub.ts';
import { parseTaleFile } from '#src/features/starter-library/starter-library.ts';
import { root } from './machine.ts';

/** Every fifth tale has an image. */
const IMAGE_INTERVAL = 5;

const [size = '1000', dataDir = ''] = process.argv.slice(2);
const texts = readdirSync(path.join(root, 'library/tales')).map((file) =>
  parseTaleFile(file, readFileSync(path.join(root, 'library/tales', file), 'utf8')),
);
const noise = {
  create: {
    width: 1280,
    height: 960,
    channels: 3 as const,
    background: '#456',
    noise: { type: 'gaussian' as const, mean: 120, sigma: 30 },
  },
};
const picture = await sharp(noise).jpeg({ quality: 60 }).toBuffer();
const renderCover = createShareImages({ dataDir, log: { warn() {} } });

const server = createServer((_request, response) => {
  const book = writeEpub(makeBook(Number(size)), {
    readPicture: async () => ({ bytes: picture, type: 'image/jpeg' }),
    cover: () => renderCover({ title: 'A thousand tales', author: 'Many tellers', category: 'classic', shape: 'book' }),
  });
  void pipeline(Readable.fromWeb(book as Parameters<typeof Readable.fromWeb>[0]), response);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());

function makeBook(count: number): Book {
  const facts = Array.from({ length: count }, (_, at) => ({
    slug: `tale-${at}`,
    title: `${texts[at % texts.length]?.title} ${at}`,
    author: `Teller ${at % 40}`,
  }));
  return {
    identifier: 'urn:uuid:0190163d-8694-739b-aea5-966c26f8ad91',
    title: 'A thousand tales',
    language: 'en',
    creators: [...new Set(facts.map(({ author }) => author))],
    contributors: [],
    description: 'All tales.',
    subjects: ['Fairy tales'],
    modified: new Date('2026-11-21T12:00:00Z'),
    address: 'https://tales.example/tales',
    tales: listTales(facts),
    facts,
  };
}

async function* listTales(facts: Book['facts']): AsyncGenerator<BookTale> {
  for (const [at, fact] of facts.entries()) {
    const text = texts[at % texts.length];
    const image =
      at % IMAGE_INTERVAL === 0 ? `<p><img src="/media/${String(at).padStart(20, '0')}-1280x960/1280.webp" alt="A picture" /></p>` : '';
    const content = `${image}${text?.content ?? ''}`;
    const date = new Date('2026-11-13T06:00:00Z');
    const metadata = { excerpt: text?.excerpt ?? '', source: text?.source ?? '', rights: text?.rights ?? '', retoldFrom: '' };
    const talk = { credits: [], whyItMatters: '', questions: [], files: [] };
    yield {
      id: String(at),
      ...fact,
      ...metadata,
      ...talk,
      language: 'en',
      content,
      categoryName: 'Classic',
      words: 0,
      updatedAt: date,
      publishedAt: date,
      cover: null,
    };
  }
}
