import type { FastifyReply } from 'fastify';

/**
 * Cuts off a caller who takes nothing of an answer for five to ten seconds, half as long as a stopping server may take:
 * what was not sent is held in memory, and a stream holds what it comes from. Who reads slowly is none of those.
 */
export const endWhenStalled = (reply: FastifyReply): void => {
  reply.raw.setTimeout(STALLED_AFTER_MS, () => {
    const { socket } = reply.raw;
    // Node starts the time again with each part that is taken. Without anything to take, the caller is not to blame.
    if (!socket || socket.writableLength === 0) return;
    reply.log.warn({ requestId: reply.request.id }, 'takes nothing of its answer: cut off');
    socket.destroy();
  });
};

const STALLED_AFTER_MS = 5_000;
