import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An interruptible PATCH request, sent in chunks. */
export type RawPatch = {
  send(bytes: Buffer): Promise<void>;
  /** Closes the connection, as losing the network would. */
  disconnect(): void;
  /** The status of the response, or 0 if the connection ended without a response. */
  response: Promise<number>;
};

/** Starts an upload request with a content length of `length`. */
export const openPatch = async (
  { url, accessToken }: { url: string; accessToken: string },
  { id, offset, length }: { id: string; offset: number; length: number },
): Promise<RawPatch> => {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let data = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    data += chunk;
  });
  socket.on('error', () => {});
  const response = new Promise<number>((resolve) => {
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data)?.[1] ?? 0)));
  });
  await once(socket, 'connect');
  const write = (part: string | Buffer) =>
    new Promise<void>((resolve) => {
      socket.write(part, () => resolve());
    });
  await write(
    [
      `PATCH /api/v1/uploads/${id} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      `authorization: Bearer ${accessToken}`,
      'tus-resumable: 1.0.0',
      'content-type: application/offset+octet-stream',
      `upload-offset: ${offset}`,
      `content-length: ${length}`,
      '',
      '',
    ].join('\r\n'),
  );
  return { send: write, disconnect: () => socket.destroy(), response };
};
