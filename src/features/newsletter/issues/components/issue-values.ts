import type { TaleOption } from '#src/features/tales/contract.ts';
import { fromDateTimeLocal, toDateTimeLocal } from '#src/ui/format.ts';
import type { IssuePartKind, ManagedIssue } from '../contract.ts';

/** A tale of the issue; `id` is the tale's. */
export type PartValue = { id: string; kind: IssuePartKind; note: string; tale: TaleOption };

/** Values of the form fields. `send_at`: local time of the editor, as in a datetime-local field. */
export type IssueValues = { subject: string; opening: string; send_at: string; parts: PartValue[] };

export const ISSUE_LABELS: Record<keyof IssueValues, string> = {
  subject: 'Subject',
  opening: 'Opening',
  send_at: 'Send at',
  parts: 'Tales',
};

export function issueValues(issue: ManagedIssue | null): IssueValues {
  const { subject = '', opening = '', send_at = '', parts = [] } = issue ?? {};
  return {
    subject,
    opening,
    send_at: toDateTimeLocal(send_at),
    parts: parts.map(({ kind, note, tale }) => ({ id: tale.id, kind, note, tale })),
  };
}

/** Returns the values as the API expects them. */
export function issueBody({ parts, send_at, ...rest }: Partial<IssueValues>): Record<string, unknown> {
  return {
    ...rest,
    ...(send_at !== undefined && { send_at: fromDateTimeLocal(send_at) }),
    ...(parts !== undefined && { parts: parts.map(({ id, kind, note }) => ({ taleId: id, kind, note })) }),
  };
}
