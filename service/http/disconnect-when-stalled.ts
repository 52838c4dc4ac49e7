import type { FastifyReply } from 'fastify';

/**
 * Disconnects a client that has read nothing for one to two times `afterMs`: unsent data takes up memory. The
 * operating system buffers up to 4 MB and reports progress in steps of 1.3 MB, so a steady client must read 90 KB/s
 * (a phone on a slow network) if `afterMs` is 15 seconds, or 260 KB/s if it is 5 seconds.
 */
export const disconnectWhenStalled = (reply: FastifyReply, afterMs = 15_000): void => {
  reply.raw.setTimeout(afterMs, () => {
    const { socket } = reply.raw;
    // Node restarts the timeout with each write. If there is no unsent data, the client is not stalled.
    if (!socket || socket.writableLength === 0) return;
    reply.log.warn({ requestId: reply.request.id }, 'disconnected: the client does not read its response');
    socket.destroy();
  });
};
