import { momentOf } from '#src/ui/when.ts';
import { talesCount } from '#src/ui/wording.ts';
import type { Panel } from '../contract.ts';
import { type Fact, Facts } from './facts.tsx';
import { ageOf, bytesOf, isOlder } from './figures.ts';

const MOST_HOURS = 7 * 24;

type Made = Panel<'backups'>['file'];

export function BackupFacts({ backups: { file, base }, now }: { backups: Panel<'backups'>; now: string }) {
  return (
    <>
      <Facts
        facts={[factOf('A file, by the command', file, now), ...(base === null ? [] : [factOf('A base of the archive', base, now)])]}
      />
      {isOlder(file?.at ?? null, now, MOST_HOURS) && isOlder(base?.at ?? null, now, MOST_HOURS) ? (
        <p className="hint">
          Write one with <code>npm run talewood -- backup &lt;file&gt;</code>, and check it with <code>backup verify &lt;file&gt;</code>.
        </p>
      ) : null}
    </>
  );
}

function factOf(name: string, made: Made, now: string): Fact {
  if (made === null) return { name, value: 'never', warn: true };
  const { at, bytes, tales, verified_at } = made;
  const checked = verified_at === null ? 'not checked yet' : `found whole ${momentOf(verified_at)}`;
  const what = [...(tales === null ? [] : [talesCount(tales)]), bytesOf(bytes), momentOf(at), checked];
  return { name, value: ageOf(at, now), more: what.join(', '), warn: isOlder(at, now, MOST_HOURS) };
}
