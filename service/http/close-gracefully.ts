import type { Socket } from 'node:net';
import { stopParsing } from './stop-parsing.ts';

/**
 * How long (in milliseconds) and how much (in bytes) to read from a closing connection. 4 MiB take half a
 * minute at 1 Mbit/s.
 */
const LIMITS = { idle: 2_000, total: 30_000, bytes: 64 * 1024 * 1024 };

/** How long a server that is stopping keeps reading, in milliseconds: half of the time it has to stop (R4). */
const STOP_TIMEOUT = 5_000;

/** Connections on which no further requests are accepted. */
const finished = new WeakSet<Socket>();

export const endRequests = (socket: Socket): void => void finished.add(socket);

export const acceptsRequests = (socket: Socket): boolean => !finished.has(socket);

export type GracefulClose = {
  /** Ensures that whenever the server closes this connection, it does so gracefully. */
  handle(socket: Socket): void;
  /** Called when the server stops. Destroys any connections that are still closing after a timeout. */
  stop(): void;
};

/**
 * Closes in two steps (RFC 9112, 9.6): stops sending, then discards incoming data until the client closes
 * too. Otherwise, the operating system would send a reset, and the client could lose the response (R23).
 */
export const createGracefulClose = (): GracefulClose => {
  const open = new Set<Socket>();

  const closeGracefully = (socket: Socket, close: () => void) => {
    if (open.has(socket)) return;
    if (!socket.writable || socket.readableEnded) return close();
    open.add(socket);
    endRequests(socket);
    stopParsing(socket);
    let timer: NodeJS.Timeout | undefined;
    socket.once('end', close);
    socket.once('close', () => {
      open.delete(socket);
      clearInterval(timer);
    });
    const watch = () => {
      const [startedAt, received] = [performance.now(), socket.bytesRead];
      let previous = received;
      timer = setInterval(() => {
        const { bytesRead } = socket;
        const isOver = performance.now() - startedAt > LIMITS.total || bytesRead - received > LIMITS.bytes;
        if (isOver || bytesRead === previous) socket.destroy();
        previous = bytesRead;
      }, LIMITS.idle).unref();
    };
    socket.resume();
    // TLS connections cannot be half-closed, because OpenSSL reads nothing once it has ended its own side.
    // The client knows from the response's length where it ends, and then closes the connection. Until
    // everything has been sent, the server's idle timeout applies.
    if ('encrypted' in socket) watch();
    else socket.end(() => !socket.destroyed && watch());
  };

  return {
    handle: (socket) => {
      const close = socket.destroySoon.bind(socket);
      socket.destroySoon = () => closeGracefully(socket, close);
    },
    stop: () => {
      setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, STOP_TIMEOUT).unref();
    },
  };
};
