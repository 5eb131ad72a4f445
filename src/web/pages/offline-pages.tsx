import '#src/ui/styles/account/dialog.css';
import '#src/ui/styles/shelf/index.css';
import '#src/ui/styles/offline/index.css';
import { useLoaderData } from '@tanstack/react-router';
import type { Pack } from '#src/features/offline/contract.ts';
import { OfflinePage } from '#src/features/offline/pages/offline-page.tsx';
import { type LoadedValue, LoadResult } from '../load-result.tsx';

export function Offline() {
  const loaded = useLoaderData({ strict: false }) as LoadedValue<Pack[]> | undefined;
  return loaded === undefined ? null : <LoadResult of={loaded}>{(packs) => <OfflinePage packs={packs} />}</LoadResult>;
}
