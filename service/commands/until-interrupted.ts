/**
 * Returns a signal that aborts when the operator stops a command with Ctrl-C or SIGTERM, so that the command can clean
 * up.
 */
export const untilInterrupted = (): AbortSignal => {
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new Error('Stopped.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return interrupted.signal;
};
