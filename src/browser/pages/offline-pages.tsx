/** The page of what is kept on the device. */
import '#src/ui/styles/account/dialog.css';
import '#src/ui/styles/shelf/index.css';
import '#src/ui/styles/offline/index.css';
import { useLoaderData } from '@tanstack/react-router';
import type { Pack } from '#src/features/offline/contract.ts';
import { OfflinePage } from '#src/features/offline/pages/offline-page.tsx';
import { Settle } from '../settle.tsx';
import type { Settled } from '../settled.ts';

export function Kept() {
  const loaded = useLoaderData({ strict: false }) as Settled<Pack[]> | undefined;
  return loaded === undefined ? null : <Settle of={loaded}>{(packs) => <OfflinePage packs={packs} />}</Settle>;
}
