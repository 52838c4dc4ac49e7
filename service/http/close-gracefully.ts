import type { Socket } from 'node:net';
import { stopParsing } from './stop-parsing.ts';

/**
 * How long (in milliseconds) and how much (in bytes) to read from a closing connection. At 1 Mbit/s,
 * 4 MiB arrive within the total time.
 */
const READ_LIMITS = { idle: 2_000, total: 30_000, bytes: 64 * 1024 * 1024 };

/** Half the time a server has to stop (R4). */
const STOP_TIMEOUT_MS = 5_000;

const closedToRequests = new WeakSet<Socket>();

export const endRequests = (socket: Socket): void => void closedToRequests.add(socket);

export const acceptsRequests = (socket: Socket): boolean => !closedToRequests.has(socket);

export type GracefulClose = {
  handle(socket: Socket): void;
  /** After a timeout, destroys connections that are still closing. */
  stop(): void;
};

/**
 * Closes connections in two steps (RFC 9112, 9.6): the server stops sending, then discards incoming data until the
 * client closes the connection as well. If the server closed it right away, the operating system would send a reset,
 * and the client could lose the response (R23).
 */
export const createGracefulClose = (): GracefulClose => {
  const closingSockets = new Set<Socket>();

  const closeGracefully = (socket: Socket, close: () => void) => {
    if (closingSockets.has(socket)) return;
    if (!socket.writable || socket.readableEnded) return close();
    closingSockets.add(socket);
    endRequests(socket);
    stopParsing(socket);
    let timer: NodeJS.Timeout | undefined;
    socket.once('end', close);
    socket.once('close', () => {
      closingSockets.delete(socket);
      clearInterval(timer);
    });
    const enforceReadLimits = () => {
      const [startedAt, initialBytes] = [performance.now(), socket.bytesRead];
      let previousBytes = initialBytes;
      timer = setInterval(() => {
        const { bytesRead } = socket;
        const isOverLimit =
          performance.now() - startedAt > READ_LIMITS.total || bytesRead - initialBytes > READ_LIMITS.bytes;
        if (isOverLimit || bytesRead === previousBytes) socket.destroy();
        previousBytes = bytesRead;
      }, READ_LIMITS.idle).unref();
    };
    socket.resume();
    // TLS connections cannot be half-closed: OpenSSL stops reading once it has ended its own side. Clients know
    // from its length where the response ends, and then close the connection. Until everything has been sent,
    // the server's idle timeout applies.
    if ('encrypted' in socket) enforceReadLimits();
    else socket.end(() => !socket.destroyed && enforceReadLimits());
  };

  return {
    handle: (socket) => {
      const close = socket.destroySoon.bind(socket);
      socket.destroySoon = () => closeGracefully(socket, close);
    },
    stop: () => {
      setTimeout(() => {
        for (const socket of closingSockets) socket.destroy();
      }, STOP_TIMEOUT_MS).unref();
    },
  };
};
