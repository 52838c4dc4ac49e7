import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that can send arbitrary bytes at any time. */
export type RawConnection = {
  socket: Socket;
  send(text: string): void;
  /** Everything received until the server closed the connection. */
  response: Promise<{ status: number; text: string }>;
};

const STATUS_LINE = /^HTTP\/1\.1 (\d{3})/;

/** Opens a connection. `response` resolves when the server closes it. */
export const openConnection = async (url: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  // Treats a reset like a normal end. Without this listener, it would crash the process.
  socket.on('error', () => {});
  const response = new Promise<{ status: number; text: string }>((resolve) => {
    socket.on('close', () => resolve({ status: Number(STATUS_LINE.exec(text)?.[1] ?? 0), text }));
  });
  await once(socket, 'connect');
  return { socket, send: (piece) => void socket.write(piece, 'latin1'), response };
};

/** The head of a request with `Connection: close`. */
export const formatRequestHead = (
  line: string,
  { accessToken, ...headers }: { accessToken: string; [name: string]: string | number },
): string =>
  [
    `${line} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${accessToken}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
