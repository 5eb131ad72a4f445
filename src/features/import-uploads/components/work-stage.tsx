import type { ImportReport } from '../contract.ts';
import { DeedButton } from './deed-button.tsx';
import { ImportProgress } from './import-progress.tsx';
import type { Deeds } from './use-deeds.tsx';

/** While the server is at work: how far it is, and a way to stop it. */
export function WorkStage({ report: { state, progress }, title, deeds }: { report: ImportReport; title: string; deeds: Deeds }) {
  return (
    <>
      <ImportProgress label={title} progress={progress} />
      <p className="import-about">
        {state === 'checking'
          ? 'Nothing is written by this.'
          : 'When it is stopped, books that are in already stay, and the others are not begun.'}
      </p>
      <div className="import-end">
        <DeedButton deed={deeds.deed} name="stop" busyText="Stopping..." onPress={deeds.stop}>
          Stop
        </DeedButton>
      </div>
    </>
  );
}
