import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { cleanPicture } from './clean-picture.ts';
import { writeResult } from './result.ts';

// Started by encode-picture.ts once per image. Reads the image from stdin and writes the result to stdout.
setPriority(5); // requests have priority
sharp.concurrency(1);
sharp.cache(false);
const bytes = await buffer(process.stdin);
const cleaned = await cleanPicture(bytes).catch(() => 'broken' as const);
process.stdout.write(writeResult(cleaned));
