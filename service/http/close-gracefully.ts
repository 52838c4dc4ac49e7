import type { Socket } from 'node:net';
import { stopParsing } from './stop-parsing.ts';

/**
 * How long (milliseconds) and how much the server reads from a connection that it closes. A body of 4 MiB takes half a
 * minute at 1 Mbit/s.
 */
const LIMITS = { idle: 2_000, total: 30_000, bytes: 64 * 1024 * 1024 };

/** Milliseconds that a stopping server keeps reading: half of its time to stop (R4). */
const STOP_TIMEOUT = 5_000;

/** Connections on which no further requests are accepted. */
const finished = new WeakSet<Socket>();

/** Ignores all later requests on this connection. */
export const endRequests = (socket: Socket): void => void finished.add(socket);

export const acceptsRequests = (socket: Socket): boolean => !finished.has(socket);

export type GracefulClose = {
  /** Makes every close of this connection by the server graceful. */
  handle(socket: Socket): void;
  /** Destroys connections that are still closing after a timeout, because the server stops. */
  stop(): void;
};

/**
 * Closes connections in two steps (RFC 9112, 9.6): the server stops sending, and then discards incoming data until the client
 * closes too. If the server closed the socket while data arrives, the operating system would send a reset, and the client
 * could lose the response (R23).
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
    // TLS cannot be half-closed: OpenSSL reads nothing after its own end. The client finds the end of the response by its
    // length, and closes. Until everything is sent, the idle timeout of the server applies.
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
