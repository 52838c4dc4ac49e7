/** A signal that is aborted when the operator stops a command, by Ctrl-C or SIGTERM: it clears up and ends. */
export const untilInterrupted = (): AbortSignal => {
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new Error('Stopped.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return interrupted.signal;
};
