import { connect } from 'node:net';
import { join } from 'node:path';

type Connection = { host: string; port: number; user: string; database: string };

const createMessage = (type: string, body: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};

/**
 * Runs SQL on a separate connection and returns the first column as strings. Avoids the driver, which only the database
 * module may import.
 */
export const queryOnce = ({ host, port, user, database }: Connection, statement: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const socket = connect(join(host, `.s.PGSQL.${port}`));
    const values: string[] = [];
    let receivedBytes = Buffer.alloc(0);
    socket.write(createMessage('', `\0\x03\0\0user\0${user}\0database\0${database}\0\0`));
    socket.write(createMessage('Q', `${statement}\0`));
    socket.write(createMessage('X', ''));
    socket.on('data', (chunk) => {
      receivedBytes = Buffer.concat([receivedBytes, chunk as Buffer]);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      for (
        let offset = 0;
        offset < receivedBytes.length;
        offset += 1 + receivedBytes.readInt32BE(offset + 1)
      ) {
        const type = String.fromCharCode(receivedBytes[offset] ?? 0);
        const body = receivedBytes.subarray(offset + 5, offset + 1 + receivedBytes.readInt32BE(offset + 1));
        if (type === 'D') values.push(body.subarray(6, 6 + body.readInt32BE(2)).toString());
        if (type === 'E') reject(new Error(body.toString()));
      }
      if (receivedBytes.length === 0) reject(new Error('PostgreSQL closed the connection'));
      resolve(values);
    });
  });
