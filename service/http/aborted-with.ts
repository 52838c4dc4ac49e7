import type { FastifyReply } from 'fastify';

/** Fires when the caller hangs up, so that nobody works or waits on behalf of nobody. */
export const abortedWith = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
};
