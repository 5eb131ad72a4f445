/** What editors do to the nights to come, below /api/v1/admin. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { ManagedNights } from './contract.ts';
import { chooseByHand, leaveToRules, listManagedNights } from './managed-nights.ts';

const WithNight = z.strictObject({ night: z.iso.date() });
const Choice = z.strictObject({ tale: z.uuid('Choose a tale') });

export function nightEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{
        method: 'GET',
        path: '/nights',
        summary: 'Tonight and the nights to come that have their tale, and the next fourteen in any case',
      },
      answer: ManagedNights,
      run: () => listManagedNights(db),
    }),
    endpoint({
      ...{
        method: 'PUT',
        path: '/nights/{night}',
        summary: 'Chooses the tale of a night, as 2026-11-22: tonight, or one of the coming year',
      },
      ...{ params: WithNight, body: Choice, answer: ManagedNights },
      run: ({ asker, params, body }) => chooseByHand(db, { actor: asker.id, night: params.night, tale: body.tale }),
    }),
    endpoint({
      ...{
        method: 'DELETE',
        path: '/nights/{night}',
        summary: 'Leaves a night to the rules again',
        params: WithNight,
        answer: ManagedNights,
      },
      run: ({ asker, params }) => leaveToRules(db, { actor: asker.id, night: params.night }),
    }),
  ];
}
