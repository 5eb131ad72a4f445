import { comesTrue } from './postmaster.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

/** A server that ends sooner than this after its start, twice in a row, is not started again at once. */
const SHORT_LIFE_MS = 5000;
const PAUSE_MS = 1000;

export type KeepRunningOptions = ServerOptions & {
  /** Makes room on the disk for a server that cannot start without; false when there is none to make. */
  makeRoom?: () => boolean;
};

/**
 * Starts the server, and again whenever it ends without being asked, until `stop`. Rejects when the first start
 * fails; later ones are tried until one works, so that the site comes back when the disk has space again.
 */
export async function keepRunning(options: KeepRunningOptions): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  let server = await startWithRoom(options);

  const startAgain = async (): Promise<Server> => {
    for (;;) {
      try {
        return await startWithRoom(options);
      } catch (error) {
        if (isStopping) return server;
        options.log.warn(error instanceof Error ? error.message : String(error));
        await comesTrue(() => isStopping, PAUSE_MS);
      }
    }
  };

  const tend = async (): Promise<void> => {
    for (let shortLives = 0; ; ) {
      const began = performance.now();
      const end = await server.exited;
      if (isStopping) return;
      options.log.warn(`The database ended by itself (${end}): starting it again.`);
      shortLives = performance.now() - began < SHORT_LIFE_MS ? shortLives + 1 : 0;
      if (shortLives > 1) await comesTrue(() => isStopping, PAUSE_MS);
      server = await startAgain();
      if (isStopping) return server.stop();
    }
  };

  const tending = tend();
  const stop = async () => {
    isStopping = true;
    await server.stop();
    await tending;
  };
  return { stop };
}

async function startWithRoom(options: KeepRunningOptions): Promise<Server> {
  try {
    return await startServer(options);
  } catch (error) {
    if (!/the disk is full/i.test((error as Error).message) || options.makeRoom?.() !== true) throw error;
    options.log.warn('The disk is full: the disk reserve was released, so that the database can recover.');
    return startServer(options);
  }
}
