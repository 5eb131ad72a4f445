import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { TaleRecord } from '../store/offline-records.ts';
import { releaseTale } from '../store/offline-tales.ts';
import { saveTale } from '../store/save-tale.ts';
import { toastError } from './save-offline.tsx';
import { formatBytes, formatMinutes } from './storage-usage.tsx';

/** Saved tales, each with a button to remove it. */
export function SavedOfflineList({ tales }: { tales: readonly TaleRecord[] }) {
  return (
    <ul className="here">
      {tales
        .toSorted((a, b) => a.title.localeCompare(b.title))
        .map((tale) => (
          <li key={tale.slug}>
            <TaleLine tale={tale} />
            <button type="button" className="icon-btn" aria-label={`Remove from this device: ${tale.title}`} onClick={() => remove(tale)}>
              <Icon name="close" />
            </button>
          </li>
        ))}
    </ul>
  );
}

/** Recently opened tales; removed automatically. */
export function RecentlyOpenedList({ tales }: { tales: readonly TaleRecord[] }) {
  return (
    <ul className="here">
      {tales
        .toSorted((a, b) => b.seenAt - a.seenAt)
        .map((tale) => (
          <li key={tale.slug}>
            <TaleLine tale={tale} />
          </li>
        ))}
    </ul>
  );
}

function TaleLine({ tale }: { tale: TaleRecord }) {
  return (
    <>
      <a href={urls.tale(tale.slug)}>{tale.title}</a>
      <small>
        {tale.minutes > 0 ? `${formatMinutes(tale.minutes)} to read · ` : ''}
        {formatBytes(tale.bytes)}
      </small>
    </>
  );
}

async function remove(tale: TaleRecord): Promise<void> {
  await releaseTale(tale.slug, 'single');
  for (const pack of tale.packs) await releaseTale(tale.slug, { pack });
  const act = () => void saveTale(tale.slug, 'single').catch(toastError);
  await toast({ title: 'Removed from this device', text: tale.title, action: { name: 'Undo', act } });
}
