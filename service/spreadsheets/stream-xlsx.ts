import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { createSheetNamer } from './sheet-names.ts';
import { type RowSource, SHEET_LIMITS, streamSheet } from './sheet-xml.ts';
import type { Table, TableRow } from './table.ts';
import { createWorkbookParts, formatSheetPath } from './workbook-xml.ts';

export type XlsxOptions = { writtenAt: Date; rowsPerSheet?: number };

/**
 * Streams an .xlsx file in constant memory (docs/contribute/decisions/0021-streaming-xlsx-writer.md). After an error,
 * the zip file lacks a central directory, so programs reject it.
 */
export const streamXlsx = (
  tables: readonly Table[],
  { writtenAt, rowsPerSheet = SHEET_LIMITS.rows }: XlsxOptions,
): Readable => {
  const zip = new ZipFile();
  const file = zip.outputStream as Readable;
  let sheetStream: Readable | undefined;
  let source: (RowSource & { close(): void }) | undefined;
  // Stop writing when the reader stops reading.
  file.once('close', () => {
    sheetStream?.destroy();
    source?.close();
  });

  const write = async () => {
    const nameSheet = createSheetNamer();
    const names: string[] = [];
    for (const { name, columns, batches } of tables) {
      source = createRowSource(batches);
      do {
        names.push(nameSheet(name));
        sheetStream = Readable.from(streamSheet(columns, source, rowsPerSheet), { objectMode: false });
        zip.addReadStream(sheetStream, `xl/${formatSheetPath(names.length)}`, { mtime: writtenAt });
        await finished(sheetStream);
      } while (!(await source.isAtEnd()));
    }
    for (const [path, xml] of createWorkbookParts(names))
      zip.addBuffer(Buffer.from(xml), path, { mtime: writtenAt });
    zip.end();
  };
  write().catch((error) => file.destroy(error));
  return file;
};

const createRowSource = (batches: Table['batches']) => {
  const rows = (async function* () {
    for await (const batch of batches) yield* batch;
  })();
  let nextRow: Promise<IteratorResult<TableRow>> | undefined;
  const peek = () => {
    nextRow ??= rows.next();
    return nextRow;
  };
  return {
    next: async () => {
      const { value, done } = await peek();
      if (!done) nextRow = undefined;
      return done ? undefined : value;
    },
    isAtEnd: async () => Boolean((await peek()).done),
    close: () => void rows.return(undefined),
  };
};
