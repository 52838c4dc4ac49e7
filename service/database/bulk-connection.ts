import type { Readable, Writable } from 'node:stream';
import { from, to } from 'pg-copy-streams';
import { type DatabaseConnection, openClient } from './connect.ts';

/** One connection that moves whole tables, as slowly as the other side takes or gives them. */
export type BulkConnection = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The bytes of a `copy … to stdout`. Nothing else may be asked before they are read. */
  copyOut(statement: string): Readable;
  /** Takes the bytes of a `copy … from stdin`; `rowCount` counts them when it has finished. */
  copyIn(statement: string): Writable & { rowCount: number };
  /** Aborted when the connection is lost. */
  lost: AbortSignal;
  close(): Promise<void>;
};

/** Opens a connection without limits of time. Rejects when the database cannot be reached. */
export const openBulkConnection = async (connection: DatabaseConnection): Promise<BulkConnection> => {
  const client = openClient(connection);
  const lost = new AbortController();
  // Without a listener a lost connection would end the process; whoever waits for an answer gets the error anyway.
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
