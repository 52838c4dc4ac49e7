import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export type RawResponse = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** A TCP client that can send arbitrary bytes at any time, regardless of what HTTP allows. */
export type RawClient = {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** All responses received before the server closes the connection. */
  responses: Promise<RawResponse[]>;
  /** Resolves to the responses once this many have arrived. */
  waitForResponses(count: number): Promise<RawResponse[]>;
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
  // Treat a reset as a normal end: tests check the responses received before it.
  socket.on('error', () => {});
  const responses = new Promise<RawResponse[]>((resolve) => {
    socket.on('close', () => resolve(parseResponses(data)));
  });
  await once(socket, protocol === 'https:' ? 'secureConnect' : 'connect');
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    responses,
    waitForResponses: (count) =>
      new Promise((resolve) => {
        onData = () => {
          if (parseResponses(data).length >= count) resolve(parseResponses(data));
        };
        onData();
        void responses.then(resolve);
      }),
  };
};

/** Parses complete responses. All responses from the service have a content length or no body. */
const parseResponses = (data: string): RawResponse[] => {
  const responses: RawResponse[] = [];
  for (let remainingData = data; ; ) {
    const end = remainingData.indexOf('\r\n\r\n');
    if (end === -1) return responses;
    const [statusLine = '', ...lines] = remainingData.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length'] ?? 0);
    if (remainingData.length < end + 4 + length) return responses;
    responses.push({
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
      headers,
      body: remainingData.slice(end + 4, end + 4 + length),
    });
    remainingData = remainingData.slice(end + 4 + length);
  }
};
