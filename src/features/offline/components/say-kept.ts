import { type ToastMessage, toast } from '#src/ui/toast.ts';
import { talesCount } from '#src/ui/wording.ts';
import type { Ended } from '../store/downloads.ts';
import { type Hindrance, NotKept } from '../store/keep-tale.ts';

const READY = 'Ready without internet';

const WHY: Record<Hindrance, ToastMessage> = {
  full: { title: 'No room on this device', text: 'Remove some tales first.' },
  unable: { title: 'This browser cannot keep tales', text: 'In a private window, or with storage forbidden, nothing can be kept.' },
  gone: { title: 'That tale is not here any more', text: 'It was taken back, so it cannot be kept.' },
  unreached: { title: "Couldn't keep that", text: 'We cannot be reached just now. What is kept already stays; please try again.' },
};

/** Everything is stored: nothing else may say so. */
export function sayReady(): void {
  void toast({ title: READY });
}

/** What came of keeping several. */
export function sayEnded(ended: Ended, count: number): void {
  if (ended === 'stopped') return;
  const kept = count - ended.gone;
  if (kept === 0) void toast({ ...WHY.gone, wrong: true });
  else if (ended.gone === 0) void toast({ title: READY, text: `${talesCount(kept)}.` });
  else void toast({ title: READY, text: `${talesCount(kept)}; ${ended.gone} not here any more.`, warns: true });
}

/** Why it was not kept. */
export function sayHindrance(error: unknown): void {
  void toast({ ...WHY[error instanceof NotKept ? error.why : 'unreached'], wrong: true });
}
