import { useEffect, useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import { releaseTale } from '../store/drop-tales.ts';
import { keepTale, prepareKeeping } from '../store/keep-tale.ts';
import { isKept } from '../store/tale-record.ts';
import { sayHindrance, sayReady } from './say-kept.ts';
import { useKept } from './use-kept.ts';

/** Among the shelves of a tale: whether it can be read without a network. */
export function KeepCheck({ slug }: { slug: string }) {
  const kept = useKept();
  const [isBusy, setBusy] = useState(false);
  // What was asked for shows at once, and until the device says so itself.
  const [wanted, setWanted] = useState<boolean | undefined>();
  const record = typeof kept === 'string' ? undefined : kept.tales.find((each) => each.slug === slug);
  const isOn = record !== undefined && isKept(record);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the device says so, nothing has to be added to it
  useEffect(() => setWanted(undefined), [isOn]);

  async function change(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setWanted(!isOn);
    try {
      if (isOn) await remove();
      else {
        await prepareKeeping();
        await keepTale(slug, 'itself');
        sayReady();
      }
    } catch (error) {
      setWanted(undefined);
      sayHindrance(error);
    }
    setBusy(false);
  }

  async function remove(): Promise<void> {
    await releaseTale(slug, 'itself');
    for (const pack of record?.packs ?? []) await releaseTale(slug, { pack });
    await toast({ title: 'No longer kept on this device' });
  }

  return (
    <label className="check">
      <input type="checkbox" checked={wanted ?? isOn} aria-busy={isBusy || undefined} onChange={change} />
      Keep offline
      {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
    </label>
  );
}
