import { formatCount, formatDate } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import type { Panel } from '../contract.ts';
import { Facts } from './facts.tsx';

export function MailFacts({ mails: { waiting, failed, sent_day, sent_month, letter } }: { mails: Panel<'mails'> }) {
  return (
    <>
      <Facts
        facts={[
          { name: 'Waiting', value: formatCount(waiting) },
          {
            name: 'Could not be delivered',
            value: formatCount(failed),
            warn: failed > 0,
            more:
              failed === 0 ? undefined : (
                <a className="link" href={urls.manageMails()}>
                  See why, and send them again
                </a>
              ),
          },
          { name: 'Sent in 24 hours', value: formatCount(sent_day) },
          { name: 'Sent in 30 days', value: formatCount(sent_month) },
        ]}
      />
      {letter === null ? null : (
        <>
          <h3>The letter of {formatDate(letter.day)}</h3>
          <Facts
            facts={[
              { name: 'Sent', value: formatCount(letter.sent) },
              { name: 'Waiting', value: formatCount(letter.waiting) },
              { name: 'Failed', value: formatCount(letter.failed), warn: letter.failed > 0 },
            ]}
          />
        </>
      )}
    </>
  );
}
