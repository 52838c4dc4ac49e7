import type { FastifyReply } from 'fastify';

/**
 * Disconnects a client that reads nothing of a response for `afterMs` to twice that time: unsent data uses memory and keeps
 * the source of a stream open. The operating system buffers up to 4 MB and reports progress in steps of 1.3 MB, so a steady
 * reader needs 90 KB/s for 15 seconds, a phone on a slow network, and 260 KB/s for 5.
 */
export const disconnectWhenStalled = (reply: FastifyReply, afterMs = 15_000): void => {
  reply.raw.setTimeout(afterMs, () => {
    const { socket } = reply.raw;
    // Node restarts the timeout with each write. Without unsent data, the client is not stalled.
    if (!socket || socket.writableLength === 0) return;
    reply.log.warn({ requestId: reply.request.id }, 'disconnected: the client does not read its response');
    socket.destroy();
  });
};
