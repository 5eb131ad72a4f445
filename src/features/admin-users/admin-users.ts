/** Lists user accounts and lets administrators change them; below /api/v1/admin. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { Person } from '#src/features/accounts/accounts.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import type { Log } from '#src/platform/log.ts';
import { type ChangeUserDeps, changeUser, endUserSessions, resendVerification, type UserAction } from './change-user.ts';
import { ManagedUser, UserChange, UserPage, UserQuery } from './contract.ts';
import { listUsers } from './list-users.ts';

const WithId = z.strictObject({ id: z.uuid() });

/** For signed-in administrators only: their guard must not accept API keys. */
export function userEndpoints(deps: ChangeUserDeps & { log: Pick<Log, 'info'> }): Endpoint<Person>[] {
  /** Only ids of users are logged. */
  const logAction = (c: Context<AppEnv>, actor: Person, subject: string, action: UserAction) =>
    deps.log.info(
      { event: 'admin_action', actor: actor.id, action, subject, requestId: getRequestContext(c).id },
      'Account changed by an administrator',
    );
  return [
    endpoint({
      ...{ id: 'listUsers', method: 'GET', path: '/users', summary: 'List users' },
      description: 'Accounts, newest first. `q` searches name and email address.',
      ...{ query: UserQuery, response: UserPage },
      run: ({ query }) => listUsers(deps.db, query),
    }),
    endpoint({
      ...{ id: 'updateUser', method: 'PATCH', path: '/users/{id}', summary: 'Change the role or disable a user' },
      description: 'Changes role or access of a user. A disabled user is logged out everywhere.',
      ...{ params: WithId, body: UserChange, response: ManagedUser },
      errors: { 409: 'Your own role (`own_role`), the last administrator (`last_admin`), or an unverified address (`not_verified`)' },
      run: async ({ c, asker, params, body }) => {
        const id = params.id.toLowerCase();
        const { user, actions } = await changeUser(deps, asker, id, body);
        for (const action of actions) logAction(c, asker, id, action);
        return user;
      },
    }),
    endpoint({
      ...{ id: 'resendUserVerification', method: 'POST', path: '/users/{id}/resend', summary: 'Resend the verification email of a user' },
      description: 'Sends the verification email again.',
      ...{ params: WithId, status: 202, errors: { 409: 'The address is already verified, or the account is disabled' } },
      run: async ({ c, asker, params }) => {
        const id = params.id.toLowerCase();
        await resendVerification(deps, asker, id);
        logAction(c, asker, id, 'user.verification-sent');
        return c.body(null, 202);
      },
    }),
    endpoint({
      ...{ id: 'endUserSessions', method: 'DELETE', path: '/users/{id}/sessions', summary: 'Log out a user everywhere' },
      description: 'Ends all sessions of a user.',
      params: WithId,
      run: async ({ c, asker, params }) => {
        const id = params.id.toLowerCase();
        await endUserSessions(deps.db, asker, id);
        logAction(c, asker, id, 'user.signed-out');
        return undefined;
      },
    }),
  ];
}
