import os from 'node:os';
import path from 'node:path';

/** The project folder. */
export const root = path.resolve(import.meta.dirname, '..');

/** Facts about the machine that results depend on. */
export type Machine = { cpu: string; cores: number; memoryGb: number; system: string; node: string };

export function describeMachine(): Machine {
  return {
    cpu: os.cpus()[0]?.model.trim() || os.arch(),
    cores: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
  };
}
