import type { FastifyReply } from 'fastify';

/** Returns a signal that is aborted when the client disconnects. */
export const createDisconnectSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
};
