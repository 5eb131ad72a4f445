import { send } from '#src/features/accounts/components/send.ts';
import { DeedDialog } from '#src/features/catalogue/components/deed-dialog.tsx';
import { match } from '#src/features/catalogue/components/use-record.ts';
import { toast } from '#src/ui/toast.ts';
import type { ManagedIssue } from '../contract.ts';
import { letterDay, readersCount } from './letter-words.ts';

/** What is asked about before it is done. */
export type IssueDeed = 'send' | 'skip' | 'compose';

type Props = { deed: IssueDeed; issue: ManagedIssue; onDone: () => Promise<void>; onCancel: () => void };

/** Asks before a letter is sent, skipped or composed anew. It stands beside the form of the letter: a form within it would send both. */
export function IssueDialog({ deed, issue, onDone, onCancel }: Props) {
  async function carryOut(): Promise<void> {
    const path = `/admin/newsletter/issues/${issue.id}/${deed}`;
    const answer = await send<{ readers?: number } | undefined>('POST', path, undefined, match(issue.version));
    onCancel();
    await onDone();
    void toast(doneWords(deed, answer?.readers ?? 0));
  }
  return <DeedDialog {...askWords(deed, issue)} onConfirm={carryOut} onCancel={onCancel} />;
}

function askWords(deed: IssueDeed, { issue_date, readers }: ManagedIssue): { title: string; confirm: string; text: string } {
  if (deed === 'send')
    return {
      title: `Send it to ${readersCount(readers)} now?`,
      confirm: 'Send now',
      text: 'It goes out at once and stands among the letters of the site. It cannot be called back.',
    };
  if (deed === 'skip')
    return {
      title: 'Skip this letter?',
      confirm: 'Skip it',
      text: `The letter of ${letterDay(issue_date)} does not go, and what was written for it is gone. The next one comes as usual.`,
    };
  return {
    title: 'Compose it anew?',
    confirm: 'Compose anew',
    text: 'Subject, opening and tales as you have changed them are lost. What is new by now is in it.',
  };
}

function doneWords(deed: IssueDeed, readers: number): { title: string; text: string } {
  if (deed === 'send') return { title: 'The letter goes out', text: `It is on its way to ${readersCount(readers)}.` };
  if (deed === 'skip') return { title: 'Letter skipped', text: 'The next one comes as usual.' };
  return { title: 'Composed anew', text: 'The letter tells of what is new by now.' };
}
