import type { Hono } from 'hono';
import { bookshelfRoutes } from '#src/features/reader-library/routes.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';

/** Creates the API of the reader library. `session` returns the name of the logged-in user, '' for a guest. */
export function openReaderLibraryApp(database: TestDatabase, publicUrl: string, session: () => string): Hono<AppEnv> {
  const { db, pool } = database;
  const person = async () => {
    const { rows } = await pool.query('select id, email from users where name = $1', [session()]);
    if (rows[0] === undefined) throw new AppError(401, 'signed_out', 'Please log in again');
    return rows[0];
  };
  return createTestApp({ database, mount: (app) => void app.route('/api/v1', bookshelfRoutes({ db, publicUrl, person })) }).app;
}

/** Replaces all accounts by two with empty libraries: gerda and kay. */
export async function resetAccounts({ pool }: TestDatabase): Promise<void> {
  await pool.query("delete from users; insert into users (name, email) values ('gerda', 'g@t.example'), ('kay', 'k@t.example')");
}
