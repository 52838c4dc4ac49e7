import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export type RawResponse = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** A client that follows no rule of HTTP: it sends any bytes at any time. */
export type RawClient = {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** All responses until the server closes the connection. */
  responses: Promise<RawResponse[]>;
  /** Resolves when this many responses have arrived, without waiting for the end. */
  received(count: number): Promise<RawResponse[]>;
};

export const openRawClient = async (url: string): Promise<RawClient> => {
  const { hostname, port, protocol } = new URL(url);
  const socket =
    protocol === 'https:'
      ? connectSecurely({ host: hostname, port: Number(port), rejectUnauthorized: false })
      : connect(Number(port), hostname);
  let text = '';
  let onData = () => {};
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
    onData();
  });
  // A reset is treated as a normal end: the test checks what arrived before it.
  socket.on('error', () => {});
  const responses = new Promise<RawResponse[]>((resolve) => {
    socket.on('close', () => resolve(parseResponses(text)));
  });
  await once(socket, protocol === 'https:' ? 'secureConnect' : 'connect');
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    responses,
    received: (count) =>
      new Promise((resolve) => {
        onData = () => {
          if (parseResponses(text).length >= count) resolve(parseResponses(text));
        };
        onData();
        void responses.then(resolve);
      }),
  };
};

/** Parses complete responses. Every response of the service has a content length or no body. */
const parseResponses = (text: string): RawResponse[] => {
  const found: RawResponse[] = [];
  for (let rest = text; ; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return found;
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) return found;
    found.push({
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
      headers,
      body: rest.slice(end + 4, end + 4 + length),
    });
    rest = rest.slice(end + 4 + length);
  }
};
