import type { Socket } from 'node:net';

/** The property that holds the callback of Node's HTTP parser for body chunks. */
const ON_BODY = 3;
type Parser = { pause(): void; [ON_BODY]: (() => void) | null };

/**
 * Makes a connection's HTTP parser discard all further bytes; Node has no documented way to do so. The pause takes
 * effect only after the bytes already read. Without a callback, the parser skips their chunks in a tenth of the time.
 */
export const stopParsing = (socket: Socket): void => {
  const { parser } = socket as Socket & { parser?: Parser | null };
  if (!parser) return;
  parser.pause();
  const onBody = parser[ON_BODY];
  if (!onBody) return;
  parser[ON_BODY] = null;
  // When the connection is closed, Node reuses the parser for another one.
  socket.prependOnceListener('close', () => {
    parser[ON_BODY] = onBody;
  });
};

/** The code of the client error that the parser reports. */
export const PARSING_STOPPED = 'HPE_PAUSED';
