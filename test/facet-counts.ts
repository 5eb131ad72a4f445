/** Queries for facet counts: computed from the tales, and as stored. Both must return the same rows. */

const SHOWN = `status = 'published' and deleted_at is null`;

/** Computes the counts from tales, tags and authors. */
export const EXPECTED_FACET_COUNTS = `
  with marked as (
    select t.author_id, array(select mark from (
      select 'c:' || t.category_id union select 'c:' || category_id from tale_categories where tale_id = t.id
      union select 'l:' || t.language
      union select 'm:' || (select min(band) from unnest(array[5, 10, 15, 20, 30, 99]) band where band = 99 or t.minutes <= band)
      union select 's:yes' where t.age_band <> '' and t.content_notes <@ array['drink', 'old-stereotypes']
      union select 'f:' || t.mood where t.mood <> ''
      union select 'g:' || t.age_band where t.age_band <> '' union select 'o:' || t.origin where t.origin <> '') m (mark) order by mark collate "C") marks
    from tales t where ${SHOWN}
  ), cells as (select author_id, marks, count(*)::integer n from marked group by author_id, marks),
  single as (
    select counted, mark, sum(n)::integer n from cells, unnest(marks || '*'::text) mark, unnest(array[0, author_id]) counted
    group by counted, mark
  ), pairs as (
    select mark, other, sum(n)::integer n from cells, unnest(marks) mark, unnest(marks) other
    where left(mark, 2) <> left(other, 2) group by mark, other
  )
  select 'count' as kind, counted as author, array[mark] as marks, n from single
  union all select 'cell', 0, marks, sum(n)::integer from cells group by marks
  union all select 'pair', 0, array[mark, other], n from pairs
  union all select 'author cell', author_id, marks, n from cells order by kind, author, marks`;
/** Reads the counts maintained by triggers. */
export const STORED_FACET_COUNTS = `
  select 'count' as kind, author_id as author, array[facet] as marks, tales as n from facet_counts
  union all select 'cell', 0, facets, tales from facet_set_counts
  union all select 'pair', 0, array[facet, other_facet], tales from facet_pair_counts
  union all select 'author cell', author_id, facets, tales from author_facet_set_counts order by kind, author, marks`;
