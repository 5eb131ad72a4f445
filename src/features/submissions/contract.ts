/** API schemas of submissions. The browser imports only the types. Times are ISO 8601 in UTC. */
import { z } from 'zod';
import { TaleFields } from '#src/features/tales/contract.ts';
import { REVIEW_STATES, STATE_TEXTS, SUBMISSION_FIELDS, type SubmissionFields, type SubmissionState } from './submission-fields.ts';

const Time = z.string();
const State = z.enum(Object.keys(STATE_TEXTS) as [SubmissionState, ...SubmissionState[]]).meta({
  id: 'SubmissionState',
  description: 'Authors edit `draft`, `changes_requested` and `withdrawn`; reviewers decide about `submitted`.',
});

const pick = Object.fromEntries(SUBMISSION_FIELDS.map((name) => [name, TaleFields.shape[name]]));
const Fields = z
  .object(pick)
  .meta({ id: 'SubmissionFields', description: 'The fields of a tale that its author writes.' }) as unknown as z.ZodType<
  SubmissionFields,
  SubmissionFields
>;

const TaleLink = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  language: z.string(),
  is_public: z.boolean(),
});

export const SubmissionComment = z
  .object({
    id: z.uuid(),
    number: z.int().describe('Number of the submitted version that it is about.'),
    quote: z.string().describe('The passage that it is about; empty for the whole tale.'),
    prefix: z.string().describe('The text before the passage.'),
    suffix: z.string().describe('The text after the passage.'),
    text: z.string(),
    by: z.string().nullable(),
    created_at: Time,
    is_resolved: z.boolean().describe('Whether the author has marked it as done.'),
    is_pending: z.boolean().describe('The author sees it with the next decision.'),
    is_me: z.boolean(),
  })
  .meta({ id: 'SubmissionComment', description: 'A comment of a reviewer.' });
export type SubmissionComment = z.infer<typeof SubmissionComment>;

const SubmissionRow = z
  .object({
    id: z.uuid(),
    title: z.string(),
    language: z.string(),
    state: State,
    is_translation: z.boolean(),
    updated_at: Time,
    submitted_at: Time.nullable().describe('When it was last submitted; null for never.'),
  })
  .meta({ id: 'SubmissionRow', description: 'One of your submissions in a list.' });
export type SubmissionRow = z.infer<typeof SubmissionRow>;

export const OwnSubmissions = z
  .object({
    submissions: z.array(SubmissionRow),
    may_submit: z.boolean().describe('Whether you may submit tales: by your role, or because readers may.'),
    may_translate: z.boolean(),
  })
  .meta({ id: 'OwnSubmissions', description: 'Your submissions, the latest change first.' });
export type OwnSubmissions = z.infer<typeof OwnSubmissions>;

export const Submission = SubmissionRow.extend({
  version: z.int(),
  round: z.int().describe('How often it was submitted.'),
  fields: Fields,
  submitted_content: z.string().describe('The text that was submitted last, on which there are comments.'),
  note: z.string().describe('What the reviewer wrote with the last decision.'),
  decided_at: Time.nullable(),
  comments: z.array(SubmissionComment),
  original: TaleLink.nullable().describe('The tale that is translated.'),
  tale: TaleLink.nullable().describe('The tale that was created from it.'),
}).meta({ id: 'Submission', description: 'One of your submissions.' });
export type Submission = z.infer<typeof Submission>;

export const SavedSubmission = z
  .object({ version: z.int(), updated_at: Time })
  .meta({ id: 'SavedSubmission', description: 'Result of saving a submission.' });
export type SavedSubmission = z.infer<typeof SavedSubmission>;

export const ReviewRow = z
  .object({
    id: z.uuid(),
    title: z.string(),
    author: z.string(),
    by: z.string().nullable(),
    language: z.string(),
    state: z.enum(REVIEW_STATES),
    is_translation: z.boolean(),
    round: z.int(),
    words: z.int(),
    submitted_at: Time,
  })
  .meta({ id: 'ReviewRow', description: 'A submission in the review queue.' });
export type ReviewRow = z.infer<typeof ReviewRow>;

export const ReviewPage = z
  .object({ submissions: z.array(ReviewRow), next: z.string().nullable() })
  .meta({ id: 'ReviewPage', description: 'One page of submissions, the longest waiting first.' });
export type ReviewPage = z.infer<typeof ReviewPage>;

export const Review = ReviewRow.extend({
  version: z.int(),
  fields: Fields.describe('The version that was submitted last.'),
  note: z.string(),
  decided_at: Time.nullable(),
  decided_by: z.string().nullable(),
  comments: z.array(SubmissionComment),
  earlier: z
    .array(z.object({ number: z.int(), content: z.string(), submitted_at: Time }))
    .describe('Earlier submitted texts, the oldest first.'),
  original: TaleLink.nullable(),
  tale: TaleLink.nullable(),
  category: z.string().describe('Category of the original, or empty.'),
  may_review: z.boolean().describe('False for your own submission, unless you are an administrator.'),
}).meta({ id: 'Review', description: 'A submission as reviewers see it.' });
export type Review = z.infer<typeof Review>;

export const SimilarTales = z
  .object({
    tales: z.array(
      z.object({
        ...{ id: z.uuid(), slug: z.string(), title: z.string(), author: z.string(), is_public: z.boolean() },
        percent: z.int().describe('Estimated share of common word runs, in percent.'),
      }),
    ),
  })
  .meta({ id: 'SimilarTales', description: 'Tales with nearly the same text or a similar title, the most similar first.' });
export type SimilarTales = z.infer<typeof SimilarTales>;
