import type pg from 'pg';
import type { Names } from './markdown/tale-file.ts';

/** Who the authors and what the categories of the database are called now. */
export async function findNames(client: pg.ClientBase): Promise<Names> {
  const { rows: authors } = await client.query<{ id: number; name: string }>('select id, name from authors');
  const { rows: categories } = await client.query<{ id: number; slug: string }>('select id, slug from categories');
  return {
    authors: new Map(authors.map(({ id, name }) => [id, name])),
    authorIds: new Map(authors.map(({ id, name }) => [name, id])),
    categories: new Map(categories.map(({ id, slug }) => [id, slug])),
    categoryIds: new Map(categories.map(({ id, slug }) => [slug, id])),
  };
}
