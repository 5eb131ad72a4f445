import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { countMails } from '#src/platform/mail/dead-mails.ts';
import type { Panel } from '../contract.ts';

type Letter = NonNullable<Panel<'mails'>['letter']>;

/** Mails by what has become of them, and the letter that went out last. */
export async function readMails(db: Db): Promise<Panel<'mails'>> {
  const [{ waiting, failed, sentDay, sentMonth }, letter] = await Promise.all([countMails(db), findLastLetter(db)]);
  return { waiting, failed, sent_day: sentDay, sent_month: sentMonth, letter };
}

async function findLastLetter(db: Db): Promise<Letter | null> {
  const { rows } = await sql<Letter>`
    select to_char(i.issue_date, 'YYYY-MM-DD') as day, ${of('waiting')}, ${of('sent')}, ${of('failed')}, ${of('dropped')}
    from (select id, issue_date from newsletter_issues where sending_at is not null order by issue_date desc limit 1) i
    left join deliveries d on d.issue_id = i.id group by i.issue_date`.execute(db);
  return rows[0] ?? null;
}

function of(status: keyof Letter) {
  return sql`(count(*) filter (where d.status = ${status}))::integer as ${sql.ref(status)}`;
}
