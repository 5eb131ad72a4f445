/** What to read in an evening: tales that fit into some minutes, and tonight's tale. */
import '#src/ui/styles/evening/index.css';
import { useLoaderData } from '@tanstack/react-router';
import type { HowLongView } from '#src/features/evening/contract.ts';
import type { HowLongQuery } from '#src/features/evening/how-long-query.ts';
import { HowLongPage } from '#src/features/evening/pages/how-long-page.tsx';
import type { TonightView } from '#src/features/tonight/contract.ts';
import { TonightPage } from '#src/features/tonight/pages/tonight-page.tsx';
import { Settle } from '../settle.tsx';
import type { Settled } from '../settled.ts';

export function HowLong() {
  const loaded = useLoaderData({ strict: false }) as Settled<{ query: HowLongQuery; view: HowLongView }> | undefined;
  return loaded === undefined ? null : <Settle of={loaded}>{({ query, view }) => <HowLongPage query={query} view={view} />}</Settle>;
}

export function Tonight() {
  const loaded = useLoaderData({ strict: false }) as Settled<TonightView> | undefined;
  return loaded === undefined ? null : <Settle of={loaded}>{(view) => <TonightPage view={view} />}</Settle>;
}
