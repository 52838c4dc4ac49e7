/**
 * Creates a signal that is aborted when the operator stops the command with Ctrl-C or SIGTERM, so that the
 * command can clean up.
 */
export const createInterruptSignal = (): AbortSignal => {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('Stopped.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return controller.signal;
};
