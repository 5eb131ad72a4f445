import { z } from 'zod';

/** What is said on the channel: somebody came or went, or with a version that it was saved, by whom. */
const Notice = z.object({ tale: z.uuid(), version: z.int().optional(), by: z.uuid().nullable().default(null) });

/** Undefined for what is no notice of ours. */
export function readNotice(payload: string): z.output<typeof Notice> | undefined {
  try {
    return Notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
