import { Hono } from 'hono';
import { bookshelfRoutes } from '#src/features/bookshelf/routes.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import type { TestDatabase } from './database.ts';

/** The real routes of bookshelves, for devices of tests. `publicUrl`: of the site. `session`: the name of the logged-in user; '' for nobody. */
export function openBookshelfServer({ db, pool }: TestDatabase, publicUrl: string, session: () => string): Hono<AppEnv> {
  const person = async () => {
    const { rows } = await pool.query('select id, email from profiles where name = $1', [session()]);
    if (rows[0] === undefined) throw new AppError(401, 'signed_out', 'Please log in again');
    return rows[0];
  };
  const server = new Hono<AppEnv>();
  server.route('/api/v1', bookshelfRoutes({ db, publicUrl, person }));
  server.onError((error, c) => c.json({}, (error instanceof AppError ? error.status : 500) as 401));
  return server;
}

/** Replaces all accounts by two without a bookshelf: gerda and kay. */
export async function resetAccounts({ pool }: TestDatabase): Promise<void> {
  await pool.query("delete from profiles; insert into profiles (name, email) values ('gerda', 'g@t.example'), ('kay', 'k@t.example')");
}
