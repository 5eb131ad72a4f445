import { momentOf } from '#src/ui/when.ts';
import { formatCount } from '#src/ui/wording.ts';
import type { Panel } from '../contract.ts';
import { type Fact, Facts } from './facts.tsx';
import { ageOf, bytesOf, isOlder } from './figures.ts';
import { Meter } from './meter.tsx';

/** The share of a disk, and the bytes, below which it is nearly full. */
const LITTLE = 0.1;
const LEAST_BYTES = 1e9;
/** As `talewood backup status` judges. */
const MOST_WAITING_HOURS = 5 / 60;
const MOST_BASE_HOURS = 48;

export function DiskFacts({ disk: { folder, pictures, archive }, now }: { disk: Panel<'disk'>; now: string }) {
  const isFull = folder.free < folder.bytes * LITTLE || folder.free < LEAST_BYTES;
  return (
    <>
      <Meter share={1 - folder.free / folder.bytes} isWarning={isFull} />
      <Facts
        facts={[
          { name: 'Free', value: `${bytesOf(folder.free)} of ${bytesOf(folder.bytes)}`, more: 'where DATA_DIR is', warn: isFull },
          {
            name: 'Pictures',
            value: formatCount(pictures.count),
            more: `${bytesOf(pictures.bytes)} as they were sent, ${pictures.is_in_bucket ? 'in the bucket' : 'in DATA_DIR/media'}`,
          },
        ]}
      />
      <h3>The archive</h3>
      {archive === null ? <p className="ops-none">There is none: ARCHIVE_DIR is not set.</p> : <Facts facts={archiveFacts(archive, now)} />}
    </>
  );
}

function archiveFacts(archive: NonNullable<Panel<'disk'>['archive']>, now: string): Fact[] {
  const { since, bases, last_base, last_archived, waiting, waiting_since } = archive;
  const ago = (time: string | null) => (time === null ? 'never' : ageOf(time, now));
  return [
    { name: 'Any moment can be restored', value: since === null ? 'not yet' : `since ${momentOf(since)}`, warn: since === null },
    { name: 'Last base', value: ago(last_base), more: `${formatCount(bases)} kept`, warn: isOlder(last_base, now, MOST_BASE_HOURS) },
    { name: 'Log archived', value: ago(last_archived), warn: last_archived === null },
    {
      name: 'Waiting for the archive',
      value: `${formatCount(waiting)} ${waiting === 1 ? 'file' : 'files'}`,
      warn: waiting_since !== null && isOlder(waiting_since, now, MOST_WAITING_HOURS),
    },
  ];
}
