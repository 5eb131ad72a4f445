/** Suggested changes, for the readers who send them and the editors who decide about them. Times are ISO 8601 in UTC. */
import { z } from 'zod';
import { SUGGESTED_FIELDS } from './changes.ts';

const State = z.enum(['open', 'decided', 'withdrawn']).describe('`decided`: no change is open.');
export type SuggestionState = z.infer<typeof State>;

export const SuggestedText = z
  .object({ title: z.string(), excerpt: z.string(), content: z.string() })
  .meta({ id: 'SuggestedText', description: 'The parts of a tale that readers may change.' });

const Counts = z.object({ open: z.int(), accepted: z.int(), rejected: z.int() }).describe('Number of changes by state.');

const SuggestionRow = z.object({
  id: z.uuid(),
  tale: z
    .object({ title: z.string().describe('When it was sent.'), slug: z.string().nullable() })
    .describe('`slug` is null for tales that are not public.'),
  reason: z.string(),
  state: State,
  counts: Counts,
  note: z.string().describe("An editor's note to the reader."),
  created_at: z.string(),
  closed_at: z.string().nullable().describe('When it was decided or withdrawn.'),
});

const Change = z
  .object({
    field: z.enum(SUGGESTED_FIELDS),
    start: z.int().describe('Number of its first block in the text that it was based on.'),
    before: z.array(z.string()).describe('The blocks that it replaces, as HTML; of title and excerpt, one text.'),
    after: z.array(z.string()).describe('The suggested blocks.'),
    state: z.enum(['open', 'accepted', 'rejected']),
    result: z.array(z.string()).nullable().describe('What an editor wrote instead of `after`.'),
  })
  .meta({ id: 'SuggestedChange', description: 'A change that is decided on its own.' });

export const OwnSuggestionRow = SuggestionRow.meta({ id: 'OwnSuggestionRow', description: 'One of your suggestions, in a list.' });
export type OwnSuggestionRow = z.infer<typeof OwnSuggestionRow>;

export const OwnSuggestionPage = z
  .object({ suggestions: z.array(OwnSuggestionRow), next: z.string().nullable() })
  .meta({ id: 'OwnSuggestionPage', description: 'One page of your suggestions.' });
export type OwnSuggestionPage = z.infer<typeof OwnSuggestionPage>;

export const OwnSuggestion = SuggestionRow.extend({
  proposed: SuggestedText.describe('The text as it was sent.'),
  changes: z.array(Change),
}).meta({ id: 'OwnSuggestion', description: 'One of your suggestions with its text.' });
export type OwnSuggestion = z.infer<typeof OwnSuggestion>;

export const SuggestionBase = z
  .object({ tale: z.uuid(), slug: z.string(), language: z.string(), version: z.int(), text: SuggestedText })
  .meta({ id: 'SuggestionBase', description: 'The text of a tale to change. Send `tale` and `version` back with the suggestion.' });
export type SuggestionBase = z.infer<typeof SuggestionBase>;

export const ReviewRow = SuggestionRow.extend({
  by: z.string().nullable().describe('Name of the reader; null for deleted accounts.'),
  tale_id: z.uuid().nullable().describe('Null for deleted tales.'),
}).meta({ id: 'SuggestionReviewRow', description: 'A suggestion in the list of editors.' });
export type ReviewRow = z.infer<typeof ReviewRow>;

export const ReviewPage = z
  .object({ suggestions: z.array(ReviewRow), next: z.string().nullable() })
  .meta({ id: 'SuggestionReviewPage', description: 'One page of suggestions.' });
export type ReviewPage = z.infer<typeof ReviewPage>;

export const Review = ReviewRow.extend({
  proposed: SuggestedText.describe('The text as it was sent.'),
  current: SuggestedText.extend({ version: z.int(), language: z.string() })
    .nullable()
    .describe('The tale as it is now; null for deleted tales.'),
  changes: z.array(
    Change.extend({
      fit: z
        .enum(['clean', 'contained', 'conflict'])
        .describe('`contained`: the tale already has it. `conflict`: its passage was changed meanwhile.'),
      from: z.int().describe('First block of its passage in the current text.'),
      to: z.int().describe('The block after its passage.'),
      decided_by: z.string().nullable(),
      decided_at: z.string().nullable(),
    }),
  ),
}).meta({ id: 'SuggestionReview', description: 'A suggestion with the current text and where its changes fit.' });
export type Review = z.infer<typeof Review>;

export const SuggestionCount = z
  .object({ open: z.int().describe('Suggestions with open changes.') })
  .meta({ id: 'SuggestionCount', description: 'Number of open suggestions.' });
