import { hash } from 'node:crypto';
import type pg from 'pg';
import { putSiteFile, type SiteStores } from '#src/features/backup/site-files.ts';
import { createTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import { taleInput } from './factories.ts';

/** Fills every table of a site, to test that backups lose nothing. */

/** Text with everything that the COPY format escapes. */
export const SPECIAL_TEXT = 'tab\tline\nreturn\rback\\slash \\N \\. \\t “quotes” 🦊 e\u0301'.normalize('NFC');

const CONTENT_ID = '018f1f0e-0000-7000-8000-000000000001';
const PART_KEY = `${CONTENT_ID}/018f1f0e-0000-4000-8000-000000000002`;
const PREVIEW_KEY = `${CONTENT_ID}/preview.webp`;

/** Storage keys of the image that `fillSite` adds. */
export const pictureKeys = ['320.avif', '320.webp', '400.avif', '400.webp'].map((name) => `${'1'.repeat(20)}-400x300/${name}`);

/** The files that `fillSite` refers to, without their bytes. */
export const siteFiles = [
  ...pictureKeys.map((key) => ({ kind: 'media' as const, key })),
  ...[PART_KEY, PREVIEW_KEY].map((key) => ({ kind: 'files' as const, key })),
];

/** Stores the files that `fillSite` refers to. */
export async function storeSiteFiles(stores: SiteStores): Promise<void> {
  for (const file of siteFiles) await putSiteFile(stores, file, bytesOf(file.key));
}

function bytesOf(key: string): Buffer {
  return Buffer.from(`bytes of ${key}`);
}

function hashOf(key: string): string {
  return hash('sha256', bytesOf(key));
}

const OTHER_ROWS = `
  update authors set biography = $$${SPECIAL_TEXT}$$, born_year = -44, version = 7 where slug = 'the-miller';
  insert into collections (slug, title, introduction, position) values ('mills', 'Mills', $$${SPECIAL_TEXT}$$, 3);
  insert into collection_tales select c.id, t.id, row_number() over (order by t.slug) from collections c, tales t;
  insert into seed_runs values ('starter library', 3, '2026-01-02 03:04:05.678901Z');
  insert into users (name, email, email_verified, settings, two_factor_enabled) values ('Gerda', 'gerda@tales.example', true, '{"theme": "night"}', true);
  insert into users (name, email, role) values ('Kay', 'kay@tales.example', 'admin');
  insert into sessions (token, user_id, expires_at) select repeat('a', 43), id, now() + interval '1 day' from users where name = 'Kay';
  insert into known_networks (user_id, hash) select id, repeat('n', 43) from users where name = 'Kay';
  insert into verifications (identifier, value, expires_at) values ('challenge', 'x', now() + interval '1 hour');
  insert into credentials (user_id, provider_id, account_id, password) select id, 'credential', id::text, 'argon' from users;
  insert into second_factors (user_id, secret, backup_codes, locked_until) select id, 'sealed', 'sealed too', null from users where name = 'Gerda';
  insert into passkeys (user_id, credential_id, public_key, counter, device_type, backed_up) select id, 'cred', 'key', 9007199254740993, 'singleDevice', false
    from users where name = 'Gerda';
  insert into one_time_tokens (subject, purpose, hash, email, expires_at) values ('x', 'reset', repeat('b', 64), 'kay@tales.example', now() + interval '1 hour');
  insert into idempotency_keys (key, request, user_id, attempt_token, status, headers, body, expires_at)
    select repeat('c', 64), repeat('d', 64), id, gen_random_uuid(), 200, '{"etag": "1"}', $$${SPECIAL_TEXT}$$, now() + interval '1 day' from users where name = 'Kay';
  insert into api_keys (hash, user_id, name, scope, prefix) select repeat('e', 43), id, 'Reader', 'read', 'tw_abcd' from users where name = 'Kay';
  insert into access_token_keys values ('kid', '{"kty": "EC"}', 'sealed', now(), now());
  insert into invitations (email, role, invited_by, expires_at) select 'robber@tales.example', 'user', id, now() + interval '7 days' from users where name = 'Kay';
  insert into rate_limits values (repeat('f', 64), 3, now() + interval '1 hour');
  insert into audit_log (actor_kind, actor, action, subject_kind, subject_id, details) select 'person', id, 'tale.save', 'tale', 'x', '{"a": 1}' from users where name = 'Kay';
  insert into newsletter_subscribers (email, status) values ('wolf@tales.example', 'unsubscribed');
  insert into newsletter_suppressions values (sha256('gone@tales.example'), 'bounce', now());
  insert into newsletter_issues (issue_date, status, send_at, subject, opening, parts, html, text, sending_at)
    values ('2026-01-04', 'sending', now(), 'A letter', $$${SPECIAL_TEXT}$$, '[]', '<p>Tales</p>', 'Tales', now());
  insert into newsletter_deliveries (issue_id, subscriber_id) select i.id, s.id from newsletter_issues i, newsletter_subscribers s;
  insert into webhooks (url, description, events, sealed_secret, old_sealed_secret, old_secret_expires_at)
    values ('https://hooks.example/a', 'Shop', '{tale.published}', 'sealed', 'sealed before', now() + interval '1 hour');
  insert into webhook_events (type, subject, data) values ('tale.published', 'tale:1', '{"title": "A mill"}');
  insert into webhook_deliveries (webhook_id, event_id, subject) select w.id, e.id, e.subject from webhooks w, webhook_events e;
  insert into functions (name, events, schedule, scheduled_until) values ('new-tales', '{tale.published}', '0 7 * * 1', now());
  insert into function_runs (function, trigger, subject, status, started_at, duration_ms, memory_mb, error, log)
    values ('new-tales', 'event', 'tale.published', 'failed', now(), 12, 80, 'Error: no chat', $$${SPECIAL_TEXT}$$);
  insert into daily_tales select '2026-01-04', id, true, now() from tales where slug = 'a-mill';
  insert into daily_counts values ('2026-01-04', 'read', 3), ('2026-01-04', 'empty_search', 1);
  insert into daily_tale_counts select '2026-01-04', 'read', id, 3 from tales where slug = 'a-mill';
  insert into daily_author_reads select '2026-01-04', author_id, 3 from tales where slug = 'a-mill';
  insert into daily_depths values ('2026-01-04', 7, 2);
  insert into daily_tale_depths select id, '2026-01-04', 7, 2 from tales where slug = 'a-mill';
  insert into top_tale_counts select 30, id, '2026-01-04', 3, 1, 0 from tales where slug = 'a-mill';
  insert into daily_subscribers values ('2026-01-04', 12);
  insert into zero_result_searches values ('2026-01-04', 'a wolf in boots', 1);
  insert into backup_log (at, kind, bytes, tales, verified_at) values ('2026-01-02 03:04:05.678Z', 'file', 9007199254740993, 3, now());
  insert into contact_messages (topic, text, email, tale_id, tale_title, status, resolved_at, answer, answered_at, answered_by)
    select 'mistake', $$${SPECIAL_TEXT}$$, 'wolf@tales.example', t.id, 'A mill', 'answered', now(), 'Thank you.', now(), p.id
      from tales t, users p where t.slug = 'a-mill' and p.name = 'Kay';
  insert into submissions (user_id, state, fields, round, original_tale_id, note, submitted_at, decided_at, decided_by)
    select g.id, 'changes_requested', json_build_object('title', $$${SPECIAL_TEXT}$$), 1, t.id, $$${SPECIAL_TEXT}$$, now(), now(), k.id
      from users g, users k, tales t where g.name = 'Gerda' and k.name = 'Kay' and t.slug = 'a-mill';
  insert into submission_versions (submission_id, number, fields, words) select id, 1, fields, 3 from submissions;
  insert into submission_comments (submission_id, number, quote, prefix, suffix, text, created_by)
    select s.id, 1, $$${SPECIAL_TEXT}$$, '', '', 'Why?', u.id from submissions s, users u where u.name = 'Kay';
  insert into folders (name, access, created_by, updated_by) select $$${SPECIAL_TEXT}$$, 'public', id, id from users where name = 'Kay';
  insert into file_contents (id, bytes, sha256, media_type, pages, preview)
    values ('${CONTENT_ID}', ${bytesOf(PART_KEY).length}, '${hashOf(PART_KEY)}', 'application/pdf', 1,
      '{"size": ${bytesOf(PREVIEW_KEY).length}, "sha256": "${hashOf(PREVIEW_KEY)}"}');
  insert into file_parts select id, 0, bytes, sha256, '${PART_KEY}' from file_contents;
  insert into files (folder_id, name, content_id, created_by, updated_by)
    select f.id, 'Mill.pdf', c.id, u.id, u.id from folders f, file_contents c, users u where u.name = 'Kay';
  insert into file_uploads (id, user_id, folder_id, name) select c.id, u.id, f.id, 'Mill.pdf' from folders f, file_contents c, users u where u.name = 'Kay';
  insert into tale_files select t.id, f.id, 1, 'worksheet', $$${SPECIAL_TEXT}$$, '' from tales t, files f where t.slug = 'a-mill';
  insert into collection_files select c.id, f.id, 1, 'other', '', '' from collections c, files f;
  insert into file_links (file_id, token_hash, expires_at, revoked_at, created_by)
    select f.id, repeat('b', 43), now(), now(), u.id from files f, users u where u.name = 'Kay';
  insert into page_versions select 'about', 1, 'About us', $$${SPECIAL_TEXT}$$, '<p>Us</p>', now(), id from users where name = 'Kay';
  insert into outbound_emails (to_address, subject, html, text) values ('gerda@tales.example', 'A letter', $$${SPECIAL_TEXT}$$, 'text');
  insert into favorites select p.id, t.id, true, now() from users p, tales t;
  insert into shelves select id, gen_random_uuid(), 'Read later', now(), null from users;
  insert into shelf_tales select s.user_id, s.id, t.id, true, now() from shelves s, tales t;
  insert into shared_lists (user_id, shelf_id, token) select user_id, id, rpad('', 22, 'x') from shelves limit 1;
  insert into reading_positions (user_id, tale_id, place, progress, is_finished, at, quote)
    select p.id, t.id, '3.14', 1 / 3.0::float8, false, now(), E'once upon\na time\n0 2 0 1' from users p, tales t;
  insert into tale_drafts select p.id, gen_random_uuid(), t.id, 1, 'A draft', '{"a" : "\\u0000 kept as typed", "b":1}', now() from users p, tales t where t.slug = 'a-mill';
  insert into preview_links (tale_id, hash, created_by) select t.id, repeat('0', 64), p.id from tales t, users p where t.slug = 'a-mill' and p.name = 'Kay';
  insert into tale_revisions select t.id, 1, now(), p.id, 'As it was', 'draft', 3, '{"title": "As it was"}', '<p>Before.</p>' from tales t, users p
    where t.slug = 'a-mill' and p.name = 'Kay';
  insert into realtime_presence select gen_random_uuid(), 'tale:' || t.id, p.id, now(), now(), 'null' from tales t, users p where t.slug = 'a-mill';
  insert into reading_sessions (room, code, tale_id, host_key, leader_key) select rpad('', 22, 'r'), 'brave-little-fox', id, 'k', 'k' from tales where slug = 'a-mill';
  insert into tale_credits select t.id, 'translator', 1, a.id from tales t, authors a where t.slug = 'b-mill' limit 1;
  insert into suggestions (tale_id, tale_title, user_id, base_version, base_title, base_excerpt, base_content, title, excerpt, content, reason)
    select t.id, t.title, p.id, 1, t.title, t.excerpt, t.content, 'Two mills', t.excerpt, $$${SPECIAL_TEXT}$$, 'There are two.'
      from tales t, users p where t.slug = 'a-mill' and p.name = 'Gerda';
  insert into suggestion_changes (suggestion_id, number, field, start, before, after)
    select id, 0, 'title', 0, '{A mill}', array[$$${SPECIAL_TEXT}$$] from suggestions;
  insert into media (hash, width, height, bytes, name, ready_at) values (repeat('1', 20), 400, 300, 1000, 'A mill', now());
  insert into media_uses select m.id, t.id, true from media m, tales t where t.slug = 'a-mill';
  insert into import_runs (ended_at) values (now());
  insert into imported_books (key, name, hash, run_id) select 'gutenberg:1:text', 'A book', 'ab', id from import_runs;
  insert into imported_tales (book_id, position, run_id, tale_id, version, hash, title_key, warnings, signature, bands)
    select b.id, 1, b.run_id, t.id, 1, 'cd', 'a mill', '{It ends too soon.}', '{1,2}', '{3,-4}' from imported_books b, tales t where t.slug = 'a-mill';
  insert into tale_classifications (tale_id, reasons, classified_at) select id, '[{"what": "Dark", "why": "A grave."}]', now() from tales where slug = 'a-mill';
  select process_search_word_queue();
  insert into search_word_queue (tale_id) select id from tales where slug = 'a-mill';
  insert into search_text_queue (tale_id) select id from tales where slug = 'a-mill';
  select graphile_worker.add_job('send-mail', json_build_object('id', 1), queue_name := 'mail', job_key := 'a key', max_attempts := 3);
  insert into graphile_worker._private_known_crontabs values ('clean_up', now(), null);
  update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a process that is gone', attempts = 1, last_error = 'cut off' where key = 'a key';
`;

/** Adds a row that violates a constraint added later as not valid. */
const VIOLATION = `
  alter table categories drop constraint categories_name;
  update categories set name = repeat('Long ', 20) where id = 9;
  alter table categories add constraint categories_name check (name is nfc normalized and length(name) between 1 and 60) not valid;
`;

/** Fills an empty migrated database, without the files: see `storeSiteFiles`. */
export async function fillSite(db: Db, ownerUrl: string): Promise<void> {
  for (const [slug, about] of [
    ['a-mill', { tags: ['dark'], content: `<p>${SPECIAL_TEXT.replace(/[\t\n\r]/g, ' ')}</p>`, source: SPECIAL_TEXT }],
    ['b-mill', { status: 'draft' }],
    ['c-mill', { publish_date: '2150-01-01T00:00:00Z', language: 'de' }],
  ] as const) {
    const { outcome } = await createTale(db, { ...taleInput(), ...about, slug });
    if (outcome !== 'saved') throw new Error(`The tale ${slug} was not saved.`);
  }
  await withClient(ownerUrl, async (client) => void (await client.query(OTHER_ROWS)));
}

/** Runs the work with a new connection. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openClient(url, 'test');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Ends the connections of the site, as stopping it would. */
export async function stopSite(database: { url: string }): Promise<void> {
  // A role may terminate its own connections. Without waiting for each, as the process ids of others could be used again meanwhile.
  const others = "from pg_stat_activity where application_name like 'talewood%' and datname = current_database()";
  await withClient(database.url, async (client) => {
    await client.query(`select pg_terminate_backend(pid) ${others}`);
    while ((await client.query(`select 1 ${others}`)).rows.length > 0);
  });
}

export async function violateLaterConstraint(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => void (await client.query(VIOLATION)));
}
