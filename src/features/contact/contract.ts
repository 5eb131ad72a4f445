/** Contact messages as administrators see them. Times are ISO date-times in UTC. */
import { z } from 'zod';
import { MESSAGE_STATUSES, TOPICS } from './message-labels.ts';

const Time = z.string();

/** `title`: the title when the message was sent. `slug`: the current slug; null for a deleted tale. */
const AboutTale = z.object({ title: z.string(), slug: z.string().nullable() });

const AboutList = z.object({
  name: z.string().describe('The name when the message was sent.'),
  path: z.string().describe('Path of its page.'),
  id: z.uuid().nullable().describe('The link, to revoke it. Null if it is not shared any more, or the link itself carries the list.'),
});

export const MessageRow = z
  .object({
    id: z.uuid(),
    topic: z.enum(TOPICS),
    status: z.enum(MESSAGE_STATUSES),
    start: z.string().describe('The first words.'),
    tale: z.string().nullable(),
    has_email: z.boolean(),
    created_at: Time,
  })
  .meta({ id: 'MessageRow', description: 'A contact message in a list.' });
export type MessageRow = z.infer<typeof MessageRow>;
export const MessagePage = z
  .object({ messages: z.array(MessageRow), next: z.string().nullable() })
  .meta({ id: 'MessagePage', description: 'One page of contact messages.' });
export type MessagePage = z.infer<typeof MessagePage>;

export const Message = z
  .object({
    id: z.uuid(),
    topic: z.enum(TOPICS),
    status: z.enum(MESSAGE_STATUSES),
    text: z.string(),
    email: z.string().nullable(),
    tale: AboutTale.nullable(),
    list: AboutList.nullable().describe('The shared list that the message is about.'),
    created_at: Time,
    settled_at: Time.nullable().describe('When it was answered or closed. It is deleted 12 months later.'),
    answer: z
      .object({
        text: z.string(),
        at: Time,
        by: z.string().nullable(),
        is_waiting: z.boolean().describe('It is sent when a mail server is configured; until then the message stays open.'),
      })
      .nullable(),
    has_mail_server: z.boolean().describe('Without one an answer waits.'),
  })
  .meta({ id: 'Message', description: 'A contact message with its answer.' });
export type Message = z.infer<typeof Message>;
