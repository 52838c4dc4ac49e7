import type { Readable, Writable } from 'node:stream';
import { from, to } from 'pg-copy-streams';
import { type DatabaseConnection, openClient } from './connect.ts';

/** The number of rows copied, available once the stream has ended. */
type RowCount = { rowCount: number };

/** A connection for copying entire tables with backpressure. */
export type BulkConnection = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the output of `copy … to stdout`. Consume it fully before running the next query. */
  copyOut(statement: string): Readable & RowCount;
  /** Returns the input stream for `copy … from stdin`. */
  copyIn(statement: string): Writable & RowCount;
  lostSignal: AbortSignal;
  close(): Promise<void>;
};

/** Opens a connection without timeouts. */
export const openBulkConnection = async (connection: DatabaseConnection): Promise<BulkConnection> => {
  const client = openClient(connection);
  const lostController = new AbortController();
  // Without a listener, losing the connection would crash the process. Pending queries reject with the error.
  client.on('error', (error) => lostController.abort(error));
  await client.connect();
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
    copyOut: (statement) => client.query(to(statement)),
    copyIn: (statement) => client.query(from(statement)),
    lostSignal: lostController.signal,
    close: () => client.end(),
  };
};
