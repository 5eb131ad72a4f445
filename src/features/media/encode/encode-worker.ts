import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { cleanPicture } from './clean-picture.ts';
import { writeResult } from './result.ts';

// Run by encode-picture.ts, once for each picture: it comes on standard input, what was made of it goes to standard output.
setPriority(5); // readers come first
sharp.concurrency(1);
sharp.cache(false);
const bytes = await buffer(process.stdin);
const cleaned = await cleanPicture(bytes).catch(() => 'broken' as const);
process.stdout.write(writeResult(cleaned));
