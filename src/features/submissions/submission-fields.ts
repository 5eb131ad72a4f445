/** The fields that authors set, and the states of a submission with their labels. Browser-safe. */
import { defaultOf, type FieldValue } from '#src/features/tales/field-values.ts';
import type { FieldName } from '#src/features/tales/fields.ts';

/** In the order of the form. The others, such as category and address, are for editors. */
export const SUBMISSION_FIELDS = [
  ...(['title', 'author', 'language', 'excerpt', 'content'] as const),
  ...(['rights', 'source', 'retold_from', 'translators', 'age_band', 'content_notes', 'why_it_matters', 'questions'] as const),
] satisfies FieldName[];
type SubmissionField = (typeof SUBMISSION_FIELDS)[number];
export type SubmissionFields = { [Name in SubmissionField]: FieldValue<Name> };

export const EMPTY_SUBMISSION = Object.fromEntries(SUBMISSION_FIELDS.map((name) => [name, defaultOf(name)])) as SubmissionFields;

const STATES = ['draft', 'submitted', 'changes_requested', 'accepted', 'declined', 'withdrawn'] as const;
export type SubmissionState = (typeof STATES)[number];

/** What reviewers see: drafts and withdrawn submissions are private. */
export const REVIEW_STATES = ['submitted', 'changes_requested', 'accepted', 'declined'] as const satisfies SubmissionState[];

/** States in which the author edits the text. */
const EDITABLE: readonly SubmissionState[] = ['draft', 'changes_requested', 'withdrawn'];
/** States in which the author may delete it; others are withdrawn first, or are the record of a published tale. */
const DELETABLE: readonly SubmissionState[] = ['draft', 'withdrawn', 'declined'];

export const isEditable = (state: SubmissionState) => EDITABLE.includes(state);
export const isDeletable = (state: SubmissionState) => DELETABLE.includes(state);

/** `text`: for the author. */
export const STATE_TEXTS: Record<SubmissionState, { label: string; kind: 'good' | 'amber' | 'plain'; text: string }> = {
  draft: { label: 'Draft', kind: 'plain', text: 'Only you can see this draft. Submit it when it is ready for review.' },
  submitted: {
    label: 'In review',
    kind: 'amber',
    text: 'An editor will review it and you will get an email. To edit it, withdraw it first.',
  },
  changes_requested: {
    ...{ label: 'Changes requested', kind: 'amber' },
    text: 'An editor has asked for changes. Edit the tale below and submit it again.',
  },
  accepted: { label: 'Accepted', kind: 'good', text: 'Thank you! The tale is now in the hands of the editors.' },
  declined: { label: 'Declined', kind: 'plain', text: 'The tale was not accepted. It is deleted 12 months after the decision.' },
  withdrawn: { label: 'Withdrawn', kind: 'plain', text: 'You withdrew the tale. You can edit it and submit it again.' },
};

/** Submissions of one person that are not accepted or declined. */
export const MAX_OPEN = 20;
export const MAX_NOTE_LENGTH = 5_000;
export const MAX_QUOTE_LENGTH = 2_000;
/** Length of the text stored before and after a quoted passage. */
export const CONTEXT_LENGTH = 40;

/** Removes white space, so that a passage is found although paragraphs are separated differently. */
export function withoutSpaces(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '');
}
