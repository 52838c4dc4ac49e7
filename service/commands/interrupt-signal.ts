/** Aborted when the operator stops the command with Ctrl-C or SIGTERM, so that the command can clean up. */
export const createInterruptSignal = (): AbortSignal => {
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new Error('Stopped.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return interrupted.signal;
};
