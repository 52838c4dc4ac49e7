import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A PATCH that is sent piece by piece, by somebody who may stop in the middle of it. */
export type RawPatch = {
  send(bytes: Buffer): Promise<void>;
  /** Ends the connection as a lost network does. */
  cut(): void;
  /** The status of the answer; 0 when the connection ended without one. */
  answer: Promise<number>;
};

/** Begins to send bytes of an upload: `length` of them, says the head. */
export const openPatch = async (
  { url, accessToken }: { url: string; accessToken: string },
  { id, offset, length }: { id: string; offset: number; length: number },
): Promise<RawPatch> => {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const answer = new Promise<number>((resolve) => {
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)));
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
  return { send: write, cut: () => socket.destroy(), answer };
};
