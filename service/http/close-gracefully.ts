import type { Socket } from 'node:net';

/**
 * How long and how much the server reads from a connection that it closes: milliseconds without a byte, milliseconds in total, and bytes.
 * A body of 4 MiB takes half a minute at 1 Mbit/s.
 */
const LIMITS = { silence: 2_000, total: 30_000, bytes: 64 * 1024 * 1024 };

/** Milliseconds that a stopping server still reads: half of the time it has to stop (R4). */
const WHILE_STOPPING = 5_000;

/** Connections whose last request was received; later data on them is ignored. */
const finished = new WeakSet<Socket>();

/** Ignores all later requests on this connection. */
export const endRequests = (socket: Socket): void => void finished.add(socket);

export const acceptsRequests = (socket: Socket): boolean => !finished.has(socket);

export type GracefulClosing = {
  /** Makes every close by the server on this connection graceful. */
  adopt(socket: Socket): void;
  /** Limits how long open connections last when the server stops. */
  stop(): void;
};

/**
 * Closes connections in two steps (RFC 9112, 9.6): the server stops sending, and then reads and discards what the client still sends until
 * the client closes too. If the server closed immediately while bytes arrive, the operating system would answer them with a reset, which
 * deletes the response before the client has read it (R23).
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
    // TLS cannot be half-closed: OpenSSL reads nothing after its own end. There, the client knows the end of the
    // response by its length, and closes. Until everything is sent, the timeout of silent connections applies.
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
