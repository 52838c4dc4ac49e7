import type { Readable, Writable } from 'node:stream';
import { from, to } from 'pg-copy-streams';
import { type DatabaseConnection, openClient } from './connect.ts';

/** A connection that copies whole tables. The other side sets the pace. */
export type BulkConnection = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The bytes of a `copy … to stdout`. Read them to the end before the next query. */
  copyOut(statement: string): Readable;
  /** Accepts the bytes of a `copy … from stdin`. `rowCount` is the number of rows once it has finished. */
  copyIn(statement: string): Writable & { rowCount: number };
  /** Aborted when the connection is lost. */
  lost: AbortSignal;
  close(): Promise<void>;
};

/** Opens a connection without timeouts. Rejects if the database cannot be reached. */
export const openBulkConnection = async (connection: DatabaseConnection): Promise<BulkConnection> => {
  const client = openClient(connection);
  const lost = new AbortController();
  // Without a listener a lost connection would end the process. Pending queries receive the error anyway.
  client.on('error', (error) => lost.abort(error));
  await client.connect();
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
    copyOut: (statement) => client.query(to(statement)),
    copyIn: (statement) => client.query(from(statement)),
    lost: lost.signal,
    close: () => client.end(),
  };
};
