import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { releaseTale } from '../store/drop-tales.ts';
import { keepTale } from '../store/keep-tale.ts';
import type { TaleRecord } from '../store/tale-record.ts';
import { sayHindrance } from './say-kept.ts';
import { formatBytes, formatMinutes } from './sizes.ts';

/** Tales that can be read here and now, each with a way to take it off the device. */
export function KeptList({ tales }: { tales: readonly TaleRecord[] }) {
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

/** Tales that are here because they were opened; they go by themselves. */
export function VisitedList({ tales }: { tales: readonly TaleRecord[] }) {
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
  await releaseTale(tale.slug, 'itself');
  for (const pack of tale.packs) await releaseTale(tale.slug, { pack });
  const act = () => void keepTale(tale.slug, 'itself').catch(sayHindrance);
  await toast({ title: 'No longer kept on this device', text: tale.title, action: { name: 'Undo', act } });
}
