import type { Socket } from 'node:net';

/**
 * How long and how much is read from a connection that the server closes: milliseconds without a byte, milliseconds in
 * total, and bytes. A body of 4 MiB needs half a minute at 1 Mbit/s.
 */
const LIMITS = { silence: 2_000, total: 30_000, bytes: 64 * 1024 * 1024 };

/** Milliseconds that a server which stops still reads, half of what it may take to stop (R4). */
const WHILE_STOPPING = 5_000;

/** Connections whose last request was received, whatever arrives after it. */
const finished = new WeakSet<Socket>();

/** No request that arrives on this connection from now on is served. */
export const endRequests = (socket: Socket): void => void finished.add(socket);

export const takesRequests = (socket: Socket): boolean => !finished.has(socket);

export type GracefulClosing = {
  /** Makes every close by the server on this connection a graceful one. */
  adopt(socket: Socket): void;
  /** Bounds what is still open when the server stops. */
  stop(): void;
};

/**
 * Closes connections in two steps (RFC 9112, 9.6): no more is sent, and what the client still sends is read and
 * discarded until it closes as well. If the server closed at once while bytes arrive, the system would answer them with a
 * reset, which deletes the response before the client has read it (R23).
 */
export const createGracefulClosing = (): GracefulClosing => {
  const open = new Set<Socket>();

  const closeGracefully = (socket: Socket, closeAtOnce: () => void) => {
    if (open.has(socket)) return;
    if (!socket.writable || socket.readableEnded) return closeAtOnce();
    open.add(socket);
    endRequests(socket);
    let timer: NodeJS.Timeout | undefined;
    socket.once('end', closeAtOnce);
    socket.once('close', () => {
      open.delete(socket);
      clearInterval(timer);
    });
    const watch = () => {
      const [startedAt, received] = [performance.now(), socket.bytesRead];
      let before = received;
      timer = setInterval(() => {
        const { bytesRead } = socket;
        const isOver = performance.now() - startedAt > LIMITS.total || bytesRead - received > LIMITS.bytes;
        if (isOver || bytesRead === before) socket.destroy();
        before = bytesRead;
      }, LIMITS.silence).unref();
    };
    socket.resume();
    // TLS has no half of a connection: OpenSSL reads nothing after its own end. There, the client knows the end of the
    // response by its length, and closes. Until everything is sent, the time-out of silent connections applies.
    if ('encrypted' in socket) watch();
    else socket.end(() => !socket.destroyed && watch());
  };

  return {
    adopt: (socket) => {
      const closeAtOnce = socket.destroySoon.bind(socket);
      socket.destroySoon = () => closeGracefully(socket, closeAtOnce);
    },
    stop: () => {
      setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, WHILE_STOPPING).unref();
    },
  };
};
