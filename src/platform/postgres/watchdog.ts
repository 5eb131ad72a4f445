import { spawn } from 'node:child_process';
import type { FolderAccess } from './folder-access.ts';

/** Ends Postgres when Talewood is killed without a chance to do so itself. */

export type Watchdog = { release(): void };

// Reads a line from us that never comes: the pipe closes when we die, however that happens. The process id is
// checked against postmaster.pid each time, so that a number used again by another program is left alone.
// INT: end transactions and write everything. QUIT: stop at once, recover at the next start. KILL: when hung.
const SCRIPT = `
trap '' HUP INT TERM QUIT
read -r order && exit 0
runs() { read -r pid < "$1/postmaster.pid" && [ "$pid" = "$2" ] && kill -0 "$2"; } 2> /dev/null
for step in INT:10 QUIT:5 KILL:1; do
  runs "$1" "$2" || exit 0
  kill -s "\${step%:*}" "$2"
  seconds="\${step#*:}"
  while [ "$seconds" -gt 0 ] && runs "$1" "$2"; do sleep 1; seconds=$((seconds - 1)); done
done
`;

/** Watches over the server with this process id; `release` sends the watchdog home once the server has ended. */
export function watch(pid: number, access: FolderAccess): Watchdog {
  const dog = spawn('/bin/sh', ['-c', SCRIPT, 'talewood-watchdog', access.path, String(pid)], {
    ...access.spawn,
    stdio: ['pipe', 'ignore', 'ignore', ...access.extraStdio],
    env: { PATH: process.env.PATH },
    detached: true,
  });
  dog.on('error', () => {});
  dog.unref();
  const pipe = dog.stdin;
  pipe?.on('error', () => {});
  return { release: () => pipe?.end('done\n') };
}
