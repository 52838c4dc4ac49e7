import type { FastifyReply } from 'fastify';

/** Returns a signal that fires when the client disconnects, so that work for it can stop. */
export const abortSignalOf = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
};
