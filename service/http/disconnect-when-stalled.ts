import type { FastifyReply } from 'fastify';

/**
 * Disconnects a client that reads nothing of a response for `afterMs` to twice that time: unsent data uses memory and keeps
 * the source of a stream open. The operating system buffers up to 4 MB and reports progress in steps of 1.3 MB, so a steady
 * reader needs 260 KB/s for 5 seconds, and 90 KB/s for 15.
 */
export const disconnectWhenStalled = (reply: FastifyReply, afterMs = STALLED_AFTER_MS): void => {
  reply.raw.setTimeout(afterMs, () => {
    const { socket } = reply.raw;
    // Node restarts the timeout with each write. Without unsent data, the client is not stalled.
    if (!socket || socket.writableLength === 0) return;
    reply.log.warn({ requestId: reply.request.id }, 'disconnected: the client does not read its response');
    socket.destroy();
  });
};

/** Half of the time that a server has to stop. */
const STALLED_AFTER_MS = 5_000;
