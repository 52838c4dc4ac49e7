import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Child = {
  pid: number;
  /** The message the process sent once it was ready. */
  readyMessage: unknown;
  /** Sends a message and returns the response. Allows only one request at a time. */
  request<Response>(message: object | string): Promise<Response>;
  stop(): Promise<void>;
};

/** Runs a file from this folder in a separate process and waits until it is ready. */
export const startChild = async (file: string, startData: object): Promise<Child> => {
  const child = fork(join(import.meta.dirname, file));
  // Not passed as an argument: a database URL contains a password, and any user can read a process's arguments.
  child.send(startData);
  const readyMessage = await nextMessage(child, file);
  return {
    pid: child.pid!,
    readyMessage,
    request: async <Response>(message: object | string) => {
      const response = nextMessage(child, file);
      child.send(message);
      return (await response) as Response;
    },
    stop: async () => {
      if (!child.connected) return;
      const exitPromise = once(child, 'exit');
      child.disconnect();
      await exitPromise;
    },
  };
};

const nextMessage = async (child: ChildProcess, file: string): Promise<unknown> => {
  const abortController = new AbortController();
  const { signal } = abortController;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${file} exited with code ${code}.`);
      }),
    ]);
  } finally {
    abortController.abort();
  }
};

export const receiveStartData = async <StartData>(): Promise<StartData> => {
  const [startData] = await once(process, 'message');
  return startData as StartData;
};

/** Reports that this process is ready. The process exits when its parent exits, even if the parent was killed. */
export const reportReady = (message: object, close: () => Promise<unknown>): void => {
  process.once('disconnect', async () => {
    await close();
    process.exit(0);
  });
  // Ctrl-C in a terminal reaches every process. The parent decides when this one exits.
  process.on('SIGINT', () => {});
  process.send!(message);
};
