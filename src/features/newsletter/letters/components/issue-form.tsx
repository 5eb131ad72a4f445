import { useState } from 'react';
import { FormFrame } from '#src/features/catalogue/components/form-frame.tsx';
import { AreaField, LineField } from '#src/features/catalogue/components/text-fields.tsx';
import { useRecordForm } from '#src/features/catalogue/components/use-record-form.ts';
import type { ManagedIssue, NewsletterDesk } from '../contract.ts';
import { IssueDeeds } from './issue-deeds.tsx';
import { type IssueDeed, IssueDialog } from './issue-dialog.tsx';
import { IssueParts } from './issue-parts.tsx';
import { ISSUE_LABELS, type IssueValues, issueBody, issueValues } from './issue-values.ts';
import { letterDay } from './letter-words.ts';

type Props = {
  issue: ManagedIssue;
  schedule: NewsletterDesk['schedule'];
  hasMailServer: boolean;
  onSaved: (issue: ManagedIssue) => void;
  /** After a deed: asks for everything anew. */
  onDone: () => Promise<void>;
};

/** The letter that is being prepared: what it says, of which tales, and when it goes. */
export function IssueForm({ issue, schedule, hasMailServer, onSaved, onDone }: Props) {
  const form = useRecordForm<IssueValues, ManagedIssue>({
    kept: issue,
    toValues: issueValues,
    path: '/admin/newsletter/issues',
    toBody: issueBody,
    onSaved,
    noun: 'letter',
  });
  const [asked, setAsked] = useState<IssueDeed | null>(null);
  const { values, problems, set } = form;
  const kept = form.kept ?? issue;
  const field = (name: Exclude<keyof IssueValues, 'parts'>) => ({
    label: ISSUE_LABELS[name],
    value: values[name],
    problems: problems[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  return (
    <>
      <FormFrame
        {...form}
        title={letterDay(kept.issue_date)}
        labels={ISSUE_LABELS}
        onSubmit={form.submit}
        onReset={form.reset}
        foot={<IssueDeeds issue={kept} isDirty={form.isDirty} hasMailServer={hasMailServer} onAsk={setAsked} />}
      >
        <LineField {...field('subject')} maxLength={150} required />
        <AreaField
          {...field('opening')}
          rows={4}
          maxLength={2_000}
          hint="Above the tales, if you like. A blank line begins a new paragraph."
        />
        <LineField {...field('send_at')} type="datetime-local" hint={zoneHint(kept.send_at, schedule.time_zone)} />
        <IssueParts parts={values.parts} problems={problems.parts} onChange={(parts) => set({ parts })} />
      </FormFrame>
      {asked === null ? null : <IssueDialog deed={asked} issue={kept} onDone={onDone} onCancel={() => setAsked(null)} />}
    </>
  );
}

/** The field goes by the editor's own clock; the schedule may go by another. */
function zoneHint(sendAt: string, timeZone: string): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (own === timeZone) return `By the clock of ${timeZone}.`;
  const there = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(sendAt));
  return `By your own clock. As it is saved, that is ${there} in ${timeZone}.`;
}
