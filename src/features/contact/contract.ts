/** Letters of readers, as administrators see them. Times are ISO date-times in UTC. */
import { z } from 'zod';
import { STATUSES } from './statuses.ts';
import { TOPICS } from './topics.ts';

const Time = z.string();

/** `title`: what the tale was called when the letter was written. `slug`: where it is now; null when it has gone. */
const AboutTale = z.object({ title: z.string(), slug: z.string().nullable() });

/** `start`: the first words of it. */
export const MessageRow = z.object({
  id: z.uuid(),
  topic: z.enum(TOPICS),
  status: z.enum(STATUSES),
  start: z.string(),
  tale: z.string().nullable(),
  has_email: z.boolean(),
  created_at: Time,
});
export type MessageRow = z.infer<typeof MessageRow>;
export const MessagePage = z.object({ messages: z.array(MessageRow), next: z.string().nullable() });
export type MessagePage = z.infer<typeof MessagePage>;

/** `by`: null when the account of who answered is gone. */
export const Message = z.object({
  id: z.uuid(),
  topic: z.enum(TOPICS),
  status: z.enum(STATUSES),
  text: z.string(),
  email: z.string().nullable(),
  tale: AboutTale.nullable(),
  created_at: Time,
  /** When it was answered or closed. Twelve months later it is removed. */
  settled_at: Time.nullable(),
  answer: z
    .object({
      text: z.string(),
      at: Time,
      by: z.string().nullable(),
      is_waiting: z.boolean().describe('It is sent when a mail server is configured; until then the message stays open.'),
    })
    .nullable(),
  has_mail_server: z.boolean().describe('Without one an answer waits.'),
});
export type Message = z.infer<typeof Message>;

export const MessageCount = z.object({ new: z.int() });
export type MessageCount = z.infer<typeof MessageCount>;
