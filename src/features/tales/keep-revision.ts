import { type RawBuilder, sql } from 'kysely';

/** Former versions kept of a tale. */
const MOST = 200;

/**
 * Parts of a statement, to stand after "with": they keep a tale as it stood before the statement, which may change it. Its row must be
 * locked. Fields are those of an editor, as the API names them. The 200 newest former versions stay.
 */
export function keptRevision(id: string): RawBuilder<unknown> {
  return sql`
    kept as (
      insert into tale_revisions (tale_id, version, saved_at, edited_by, title, status, words, content, fields)
      select t.id, t.version, t.updated_at, t.edited_by, t.title, t.status, t.words, t.content, jsonb_build_object(
        'title', t.title, 'author', t.author, 'category', c.slug, 'excerpt', t.excerpt, 'status', t.status,
        'publish_date', to_char(t.publish_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'cover_image', t.cover_image,
        'read_time', t.read_time, 'slug', t.slug, 'tags', coalesce((select jsonb_agg(tag.slug order by tag.position)
          from tale_categories tc join categories tag on tag.id = tc.category_id where tc.tale_id = t.id), '[]'),
        'language', t.language, 'origin', t.origin, 'tale_type', t.tale_type, 'age_band', t.age_band, 'content_notes', to_jsonb(t.content_notes),
        'motifs', to_jsonb(t.motifs), 'why_it_matters', t.why_it_matters, 'questions', to_jsonb(t.questions), 'retold_from', t.retold_from,
        'source', t.source, 'rights', t.rights)
      from tales t join categories c on c.id = t.category_id where t.id = ${id}::uuid
      on conflict (tale_id, version) do nothing
    ), trimmed as (
      delete from tale_revisions r using tales t
      where t.id = ${id}::uuid and r.tale_id = t.id and r.version <= t.version - ${MOST}::integer
    )`;
}
