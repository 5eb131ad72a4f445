/** The API of administrators, below /api/v1/admin. Each request is judged by the role that the database knows at that moment. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Guards, Person, RenderMail } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { badRequest, notFound } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import type { Log } from '#src/platform/log.ts';
import { changeUser, type Deed, resendVerification, signOutEverywhere } from './change-user.ts';
import { LogQuery, UserChange, UserQuery } from './contract.ts';
import { listLog } from './list-log.ts';
import { listUsers } from './list-users.ts';

export type StaffDeps = { db: Db; guards: Guards; publicUrl: string; renderMail: RenderMail; log: Log };

type Handle = (c: Context<AppEnv>, actor: Person) => Promise<Response>;

export function staffRoutes(deps: StaffDeps): Hono<AppEnv> {
  const { db } = deps;
  const app = new Hono<AppEnv>();
  const asAdmin = (handle: Handle) => async (c: Context<AppEnv>) => {
    const actor = await deps.guards.admin(c);
    c.header('Cache-Control', 'no-store');
    return handle(c, actor);
  };
  const list = <Schema extends z.ZodType>(path: string, schema: Schema, read: (db: Db, query: z.output<Schema>) => Promise<object>) =>
    app.get(
      path,
      asAdmin(async (c) => c.json(await read(db, readQuery(c, schema)))),
    );
  app.use(sameOrigin(deps.publicUrl, { takesKeys: true }));
  list('/users', UserQuery, listUsers);
  list('/log', LogQuery, listLog);
  app.patch(
    '/users/:id',
    asAdmin(async (c, actor) => {
      const { user, deeds } = await changeUser(deps, actor, userId(c), await readBody(c, UserChange));
      for (const deed of deeds) tell(deps.log, c, { actor: actor.id, action: deed });
      return c.json(user);
    }),
  );
  app.post(
    '/users/:id/resend',
    asAdmin(async (c, actor) => {
      await resendVerification(deps, actor, userId(c));
      tell(deps.log, c, { actor: actor.id, action: 'user.verification-sent' });
      return c.body(null, 202);
    }),
  );
  app.delete(
    '/users/:id/sessions',
    asAdmin(async (c, actor) => {
      await signOutEverywhere(db, actor, userId(c));
      tell(deps.log, c, { actor: actor.id, action: 'user.signed-out' });
      return c.body(null, 204);
    }),
  );
  return app;
}

/** Throws 400 `bad_query` for what the list does not know. */
function readQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(Object.fromEntries(new URL(c.req.url).searchParams));
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error.issues[0]?.message ?? 'This cannot be asked for.', 'bad_query');
}

function userId(c: Context): string {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw notFound('There is no such user.', 'unknown_user');
  return id.data.toLowerCase();
}

/** Of people only their ids are logged. */
function tell(log: Log, c: Context<AppEnv>, facts: { actor: string; action: Deed }): void {
  const request = { subject: userId(c), requestId: exchangeOf(c).id };
  log.info({ event: 'admin_action', ...facts, ...request }, 'An administrator has changed an account');
}
