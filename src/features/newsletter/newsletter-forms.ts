/** What the forms of the pages must hold, as the browser judges it before the server does. */
import { z } from 'zod';

/** A button and nothing else. */
export const ButtonForm = z.strictObject({});

export const FrequencyForm = z.strictObject({ frequency: z.enum(['weekly', 'monthly']) });
