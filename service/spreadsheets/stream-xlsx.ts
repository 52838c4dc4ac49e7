import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { createSheetNames } from './sheet-names.ts';
import { type RowSource, SHEET_LIMITS, sheetXml } from './sheet-xml.ts';
import type { Table, TableRow } from './table.ts';
import { sheetPath, workbookParts } from './workbook-xml.ts';

export type XlsxOptions = { writtenAt: Date; rowsPerSheet?: number };

/**
 * Streams an .xlsx file with a sheet per table, or several sheets for a table with too many rows. It is created while it
 * is read, in constant memory (docs/contribute/decisions/0021-streaming-xlsx-writer.md); tables are read one after the other.
 * An error ends the file before its directory, so that an incomplete file is recognised as such.
 */
export const streamXlsx = (
  tables: readonly Table[],
  { writtenAt, rowsPerSheet = SHEET_LIMITS.rows }: XlsxOptions,
): Readable => {
  const zip = new ZipFile();
  const file = zip.outputStream as Readable;
  let part: Readable | undefined;
  let source: (RowSource & { close(): void }) | undefined;
  // When the reader stops, so does the writer.
  file.once('close', () => {
    part?.destroy();
    source?.close();
  });

  const write = async () => {
    const nameSheet = createSheetNames();
    const names: string[] = [];
    for (const { name, columns, batches } of tables) {
      source = rowsOf(batches);
      do {
        names.push(nameSheet(name));
        part = Readable.from(sheetXml(columns, source, rowsPerSheet), { objectMode: false });
        zip.addReadStream(part, `xl/${sheetPath(names.length)}`, { mtime: writtenAt });
        await finished(part);
      } while (!(await source.isAtEnd()));
    }
    for (const [path, xml] of workbookParts(names))
      zip.addBuffer(Buffer.from(xml), path, { mtime: writtenAt });
    zip.end();
  };
  write().catch((error) => file.destroy(error));
  return file;
};

/** Rows one at a time, shared by successive sheets. */
const rowsOf = (batches: Table['batches']) => {
  const each = (async function* () {
    for await (const rows of batches) yield* rows;
  })();
  let ahead: Promise<IteratorResult<TableRow>> | undefined;
  const look = () => {
    ahead ??= each.next();
    return ahead;
  };
  return {
    next: async () => {
      const { value, done } = await look();
      if (!done) ahead = undefined;
      return done ? undefined : value;
    },
    isAtEnd: async () => Boolean((await look()).done),
    close: () => void each.return(undefined),
  };
};
