import { z } from 'zod';

export const FailedEmail = z
  .object({
    id: z.string(),
    to: z.string(),
    template: z.string().describe('The kind of email, such as `verify`.'),
    subject: z.string(),
    createdAt: z.string(),
    tries: z.number().describe('Attempts since it was queued.'),
    lastError: z.string().nullable().describe('Error code of the mail server or the network; null if the job ended otherwise.'),
  })
  .meta({ id: 'FailedEmail', description: 'An email that could not be sent. Its text is not included.' });
export type FailedEmail = z.infer<typeof FailedEmail>;
export const FailedEmailPage = z
  .object({
    mails: z.array(FailedEmail),
    next: z.string().nullable().describe('Pass it back as `before` for the next page.'),
  })
  .meta({ id: 'FailedEmailPage', description: 'One page of failed emails.' });
export type FailedEmailPage = z.infer<typeof FailedEmailPage>;
