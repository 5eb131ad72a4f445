import { z } from 'zod';
import { describeOperation } from '#src/platform/http/endpoint.ts';
import { NewMessage } from './contact-routes.ts';

/** The contact form, as the OpenAPI document describes it. */
export const contactOperation = describeOperation({
  ...{ id: 'sendMessage', method: 'POST', path: '/messages', summary: 'Send a contact message' },
  description: 'Sends a message to the editors, with an email address for the answer.',
  ...{ body: NewMessage, response: z.object({}), status: 201 },
  errors: { 429: 'More than ten messages in an hour; see `Retry-After`' },
});
