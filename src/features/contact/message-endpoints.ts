import { z } from 'zod';
import { After } from '#src/features/staff/contract.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { Message, MessageCount, MessagePage } from './contract.ts';
import { linesField } from './letter-form.ts';
import { countNewMessages, getMessage, listMessages, type StoredMessage } from './list-messages.ts';
import { type AnswerDeps, answerMessage, deleteMessage, markMessage } from './settle-message.ts';
import { STATUSES } from './statuses.ts';
import { TOPICS } from './topics.ts';

type Asker = { id: string };
type OfMessage = { asker: Asker; params: { id: string } };

const MOST_ANSWER = 10_000;
const MessageId = z.strictObject({ id: z.uuid() });
const Asked = z.strictObject({
  topic: z.enum(TOPICS, 'There is no such topic.').optional().describe('What they are about.'),
  status: z.enum(STATUSES, 'There is no such state.').optional().describe('new: nobody has answered or closed it yet.'),
  after: After,
});
const Answer = z.strictObject({ text: linesField(MOST_ANSWER, 'Please write your answer.') });
const Mark = z.strictObject({ status: z.enum(['new', 'closed'], 'Say new or closed.') });
const UNKNOWN = { 404: 'There is no such letter' };

/** What readers wrote, for administrators alone: the guard of these must take no key. */
export function messageEndpoints(deps: AnswerDeps): Endpoint<Asker>[] {
  const { db, hasMailServer } = deps;
  const shown = async (message: Promise<StoredMessage>): Promise<Message> => ({ ...(await message), has_mail_server: hasMailServer });
  const one = { params: MessageId, answer: Message };
  return [
    endpoint({
      ...{ method: 'GET', path: '/messages', summary: 'Letters of readers, newest first', query: Asked, answer: MessagePage },
      run: ({ query }: { query: z.output<typeof Asked>; asker: Asker }) => listMessages(db, query),
    }),
    endpoint({
      ...{ method: 'GET', path: '/messages/count', summary: 'How many letters are new', answer: MessageCount },
      run: async (_: { asker: Asker }) => ({ new: await countNewMessages(db) }),
    }),
    endpoint({
      ...{ method: 'GET', path: '/messages/{id}', summary: 'One letter, with its answer', refusals: UNKNOWN, ...one },
      run: ({ params }: OfMessage) => shown(getMessage(db, params.id)),
    }),
    endpoint({
      ...{
        method: 'POST',
        path: '/messages/{id}/answer',
        summary: 'Answers a message by email; without a mail server the answer waits for one',
        body: Answer,
        ...one,
      },
      refusals: { ...UNKNOWN, 409: 'The reader gave no address, or it is answered already' },
      run: ({ asker, params, body }: OfMessage & { body: z.output<typeof Answer> }) =>
        shown(answerMessage(deps, asker.id, params.id, body.text)),
    }),
    endpoint({
      ...{ method: 'PATCH', path: '/messages/{id}', summary: 'Closes a letter, or opens it again', body: Mark, ...one },
      refusals: UNKNOWN,
      run: ({ asker, params, body }: OfMessage & { body: z.output<typeof Mark> }) =>
        shown(markMessage(db, asker.id, params.id, body.status)),
    }),
    endpoint({
      ...{ method: 'DELETE', path: '/messages/{id}', summary: 'Deletes a letter for good', params: MessageId, refusals: UNKNOWN },
      run: async ({ asker, params }: OfMessage) => {
        await deleteMessage(db, asker.id, params.id);
        return undefined;
      },
    }),
  ];
}
