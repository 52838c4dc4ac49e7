import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A TCP connection that can send arbitrary bytes at any time. */
export type RawConnection = {
  socket: Socket;
  send(text: string): void;
  /** Resolves with everything received once the server has closed the connection. */
  response: Promise<{ status: number; text: string }>;
};

const STATUS_LINE = /^HTTP\/1\.1 (\d{3})/;

export const openConnection = async (url: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  // Treats a connection reset as a normal end. Without a listener, the error would crash the process.
  socket.on('error', () => {});
  const response = new Promise<{ status: number; text: string }>((resolve) => {
    socket.on('close', () => resolve({ status: Number(STATUS_LINE.exec(text)?.[1] ?? 0), text }));
  });
  await once(socket, 'connect');
  return { socket, send: (data) => void socket.write(data, 'latin1'), response };
};

export const formatRequestHead = (
  methodAndPath: string,
  { accessToken, ...headers }: { accessToken: string; [name: string]: string | number },
): string =>
  [
    `${methodAndPath} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${accessToken}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
