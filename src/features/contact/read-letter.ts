/** What the contact page and the API take, on the server: the address is read strictly, and everything unknown is refused. */
import { z } from 'zod';
import { parseMailAddress } from '#src/platform/mail/address.ts';
import { MessageField, NO_ADDRESS, TopicField } from './letter-form.ts';

/** As `parseMailAddress` gives it; null for none. */
const OptionalAddress = z
  .string()
  .max(1_000)
  .default('')
  .transform((text, context) => {
    if (text.trim() === '') return null;
    const address = parseMailAddress(text.trim());
    if (address !== undefined) return address;
    context.addIssue(NO_ADDRESS);
    return z.NEVER;
  });

export const NewLetter = z.strictObject({
  topic: TopicField,
  message: MessageField,
  email: OptionalAddress,
  /** Slug of the tale it is about. */
  tale: z.string().max(200).default(''),
  /** The field that people do not see: whoever fills in every field fills in this one. */
  website: z.string().max(1_000).default(''),
});
export type NewLetter = z.output<typeof NewLetter>;
