/** Import progress: a bar with rate and remaining time on a terminal, a line every few seconds elsewhere. */
import type { Writable } from 'node:stream';
import type { FileOutcome } from '#src/features/import/import.ts';

type Output = Writable & { isTTY?: boolean; columns?: number };
type Progress = { show(outcome: FileOutcome): void; end(): void };

const WIDTH = 24;
const REDRAW_MS = 100;
const LINES_MS = 5000;
/** Below this share the remaining time cannot be estimated. */
const FIRST_SHARE = 0.01;

/** Creates a progress display. `files`: all files of the import, with sizes in bytes. */
export function showProgress(output: Output, files: readonly { size: number }[], now: () => number = () => performance.now()): Progress {
  const began = now();
  const total = { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  const done = { files: 0, bytes: 0, tales: 0 };
  let shown = Number.NEGATIVE_INFINITY;
  const render = () => {
    const line = progressLine(done, total, now() - began);
    output.write(output.isTTY === true ? `\r\x1b[K${line.slice(0, (output.columns ?? 80) - 1)}` : `${line}\n`);
  };
  return {
    show({ file, ...outcome }) {
      done.files += 1;
      done.bytes += file.size;
      if (outcome.outcome === 'done') done.tales += outcome.report.found;
      const pause = output.isTTY === true ? REDRAW_MS : LINES_MS;
      if (now() - shown < pause && done.files < total.files) return;
      shown = now();
      render();
    },
    end() {
      if (output.isTTY === true) output.write('\r\x1b[K');
    },
  };
}

type Count = { files: number; bytes: number };

/** Formats one progress line. `ms`: elapsed time. */
export function progressLine(done: Count & { tales: number }, total: Count, ms: number): string {
  const share = total.bytes === 0 ? done.files / total.files : done.bytes / total.bytes;
  const filled = Math.round(share * WIDTH);
  const rate = Math.round(done.tales / Math.max(ms / 1000, 0.001));
  const left = share < FIRST_SHARE ? '' : `, ${timeOf((ms / share) * (1 - share))} left`;
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}]`;
  return `${bar} ${Math.floor(share * 100)} %  ${done.files} of ${total.files} files, ${done.tales} tales, ${rate} a second${left}`;
}

function timeOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
