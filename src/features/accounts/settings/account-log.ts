import type { Context } from 'hono';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';

/** Who did what with their own account, for the log: by id, as names and addresses are nobody's business there. */
export function note(c: Context<AppEnv>, { log }: Pick<AccountDeps, 'log'>, event: string, { id }: Pick<Person, 'id'>): void {
  log.info({ event, account: id, requestId: exchangeOf(c).id }, 'A person did something with their own account');
}
