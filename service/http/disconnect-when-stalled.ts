import type { FastifyReply } from 'fastify';

/**
 * Disconnects a client that reads nothing of a response for the given time or up to twice as long: unsent data occupies memory, and a stream
 * occupies its source. The operating system buffers up to 4 MB and reports progress in steps of 1.3 MB, so a client that reads
 * steadily needs 260 KB/s for 5 seconds, and 90 KB/s for 15.
 */
export const disconnectWhenStalled = (reply: FastifyReply, afterMs = STALLED_AFTER_MS): void => {
  reply.raw.setTimeout(afterMs, () => {
    const { socket } = reply.raw;
    // Node restarts the timeout with each part that is sent. With nothing to send, the client is not stalled.
    if (!socket || socket.writableLength === 0) return;
    reply.log.warn({ requestId: reply.request.id }, 'disconnected: the client does not read its response');
    socket.destroy();
  });
};

/** Half the time that a server may take to stop. */
const STALLED_AFTER_MS = 5_000;
