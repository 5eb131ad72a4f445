import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { describeSubscribers, SendingStatus } from './manage-newsletter-page.tsx';

test.each([
  { has_mail_server: false, is_on: true, says: /Not scheduled: no mail server\. Planned for / },
  { has_mail_server: false, is_on: false, says: /Not scheduled: no mail server\. Planned for / },
  { has_mail_server: true, is_on: true, says: /Sent automatically on / },
  { has_mail_server: true, is_on: false, says: /automatic sending is off/ },
])('says that the draft is sent only if it will be: $has_mail_server, $is_on', ({ has_mail_server, is_on, says }) => {
  const draft = {
    ...{
      id: '1',
      issue_date: '2026-05-04',
      subject: 'New tales',
      opening: '',
      send_at: '2026-05-04T07:00:00.000Z',
      version: 1,
      readers: 12,
    },
    ...{ parts: [], is_edited: false, is_monthly: false, has_news: true },
  };
  const schedule = { is_on, weekday: 1, hour: 7, time_zone: 'UTC', tag: '"1"' };
  const html = renderToStaticMarkup(<SendingStatus overview={{ draft, schedule, has_mail_server, next_at: null } as never} />);
  expect(html).toMatch(says);
  expect(html.includes('Sent automatically')).toBe(has_mail_server && is_on);
  expect(html.includes('the sign-up forms are hidden')).toBe(!has_mail_server);
});

test.each([
  [[5], '5 confirmed subscribers. They are counted daily from today.'],
  [[3, 1], '1 confirmed subscriber, 2 fewer than on 1 May 2026.'],
  [[3, 9, 1_203], '1,203 confirmed subscribers, 1,200 more than on 1 May 2026.'],
  [[3, 9, 3], '3 confirmed subscribers, as many as on 1 May 2026.'],
])('describes %o', (counts, text) => {
  expect(describeSubscribers(counts.map((confirmed, at) => ({ day: `2026-05-0${at + 1}`, confirmed })))).toBe(text);
});
