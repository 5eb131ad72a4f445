import { fromLocalTime, toLocalTime } from '#src/features/tale-form/local-time.ts';
import type { TalePick } from '#src/features/tales/contract.ts';
import type { ManagedIssue, PartKind } from '../contract.ts';

/** A tale of the letter; `id` is the tale's. */
export type PartValue = { id: string; kind: PartKind; note: string; tale: TalePick };

/** What stands in the fields of the form. `send_at` is a time in the zone of the editor, as its field holds it. */
export type IssueValues = { subject: string; opening: string; send_at: string; parts: PartValue[] };

export const ISSUE_LABELS: Record<keyof IssueValues, string> = {
  subject: 'Subject',
  opening: 'Opening',
  send_at: 'Goes out at',
  parts: 'Tales',
};

export function issueValues(issue: ManagedIssue | null): IssueValues {
  const { subject = '', opening = '', send_at = '', parts = [] } = issue ?? {};
  return {
    subject,
    opening,
    send_at: toLocalTime(send_at),
    parts: parts.map(({ kind, note, tale }) => ({ id: tale.id, kind, note, tale })),
  };
}

/** As the API takes it. */
export function issueBody({ parts, send_at, ...words }: Partial<IssueValues>): Record<string, unknown> {
  return {
    ...words,
    ...(send_at !== undefined && { send_at: fromLocalTime(send_at) }),
    ...(parts !== undefined && { parts: parts.map(({ id, kind, note }) => ({ taleId: id, kind, note })) }),
  };
}
