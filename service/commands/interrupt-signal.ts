/** Creates a signal that lets an interrupted command clean up. */
export const createInterruptSignal = (): AbortSignal => {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('Stopped.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return controller.signal;
};
