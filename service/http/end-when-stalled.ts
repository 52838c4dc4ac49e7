import type { FastifyReply } from 'fastify';

/**
 * Disconnects a client that reads nothing of a response for five to ten seconds, half the time a server may take to stop: unsent data
 * occupies memory, and a stream occupies its source. Clients that read slowly are not affected.
 */
export const endWhenStalled = (reply: FastifyReply): void => {
  reply.raw.setTimeout(STALLED_AFTER_MS, () => {
    const { socket } = reply.raw;
    // Node restarts the timeout with each part that is sent. With nothing to send, the client is not stalled.
    if (!socket || socket.writableLength === 0) return;
    reply.log.warn({ requestId: reply.request.id }, 'disconnected: the client does not read its response');
    socket.destroy();
  });
};

const STALLED_AFTER_MS = 5_000;
