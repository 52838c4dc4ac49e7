/** Creates a signal that lets a command clean up when it is stopped. */
export const createInterruptSignal = (): AbortSignal => {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('Stopped.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return controller.signal;
};
