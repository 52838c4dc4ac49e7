import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of the bench: a server that is measured, or the load generator. */
export type Child = {
  pid: number;
  /** What it said when it was ready. */
  ready: unknown;
  /** Sends a message and gives its answer; one at a time. */
  ask<Answer>(message: object): Promise<Answer>;
  stop(): Promise<void>;
};

/** Starts a file of this folder in a process of its own and waits until it says that it is ready. */
export const startChild = async (file: string, given: object): Promise<Child> => {
  const child = fork(join(import.meta.dirname, file));
  // Not among the arguments: an address of a database holds a password, and everybody may read those.
  child.send(given);
  const ready = await nextMessage(child, file);
  return {
    pid: child.pid!,
    ready,
    ask: async <Answer>(message: object) => {
      const answer = nextMessage(child, file);
      child.send(message);
      return (await answer) as Answer;
    },
    stop: async () => {
      if (!child.connected) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
};

const nextMessage = async (child: ChildProcess, file: string): Promise<unknown> => {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${file} ended with exit code ${code}.`);
      }),
    ]);
  } finally {
    settled.abort();
  }
};

/** What this process is started with. */
export const givenByParent = async <Given>(): Promise<Given> => {
  const [given] = await once(process, 'message');
  return given as Given;
};

/** Says that this process is ready, and ends with its parent, even one that was killed. */
export const sayReady = (message: object, close: () => Promise<unknown>): void => {
  process.once('disconnect', async () => {
    await close();
    process.exit(0);
  });
  // The terminal's Ctrl-C reaches every process: the parent decides when this one ends.
  process.on('SIGINT', () => {});
  process.send!(message);
};
