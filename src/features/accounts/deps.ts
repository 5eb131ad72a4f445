import type { Db } from '#src/platform/db/db.ts';
import type { DrawForm } from '#src/platform/http/answer-form.ts';
import type { Log } from '#src/platform/log.ts';
import type { RenderMail } from './account-mail.ts';
import type { Auth } from './auth.ts';

/** `on(trx)`: the same, reading and writing within a transaction. Inside one nothing else may be called: it would need a second connection. */
export type LoadedAuth = { api: Auth['api']; on: (trx: Db) => Auth['api'] };

/** What everything about accounts is given. */
export type AccountDeps = {
  db: Db;
  /** Made at the first call: it takes some 27 MB that a site of readers does without. */
  auth: () => Promise<LoadedAuth>;
  /** Where readers reach the site, without a slash at the end. */
  publicUrl: string;
  /** Signs cookies; the same in all processes. */
  secret: string;
  renderMail: RenderMail;
  log: Log;
};

/** What routes are given that answer forms of ours too. */
export type AccountRouteDeps = AccountDeps & { draw: DrawForm };
