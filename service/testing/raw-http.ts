import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export type RawResponse = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** A TCP client that can send any bytes at any time, regardless of what HTTP allows. */
export type RawClient = {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** All responses received before the server closes the connection. */
  responses: Promise<RawResponse[]>;
  /** Resolves when this many responses have arrived. */
  received(count: number): Promise<RawResponse[]>;
};

export const openRawClient = async (url: string): Promise<RawClient> => {
  const { hostname, port, protocol } = new URL(url);
  const socket =
    protocol === 'https:'
      ? connectSecurely({ host: hostname, port: Number(port), rejectUnauthorized: false })
      : connect(Number(port), hostname);
  let data = '';
  let onData = () => {};
  socket.setEncoding('latin1').on('data', (chunk) => {
    data += chunk;
    onData();
  });
  // A reset is treated as a normal end. Tests check the responses received before it.
  socket.on('error', () => {});
  const responses = new Promise<RawResponse[]>((resolve) => {
    socket.on('close', () => resolve(parseResponses(data)));
  });
  await once(socket, protocol === 'https:' ? 'secureConnect' : 'connect');
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    responses,
    received: (count) =>
      new Promise((resolve) => {
        onData = () => {
          if (parseResponses(data).length >= count) resolve(parseResponses(data));
        };
        onData();
        void responses.then(resolve);
      }),
  };
};

/** Parses complete responses. Every response from the service has a content length or no body. */
const parseResponses = (data: string): RawResponse[] => {
  const parsed: RawResponse[] = [];
  for (let rest = data; ; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return parsed;
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) return parsed;
    parsed.push({
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
      headers,
      body: rest.slice(end + 4, end + 4 + length),
    });
    rest = rest.slice(end + 4 + length);
  }
};
