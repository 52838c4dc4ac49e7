import {
  type ItemImportProgress,
  type ItemImportRow,
  type ItemImportSummary,
  MOST_FORESEEN,
} from '#contract/item-import.ts';
import { limits } from '#contract/limits.ts';
import { sentence } from '#sentences/sentence.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { CallerGone } from '#service/database/questions.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { lockContentType } from './content-type-queries.ts';
import { type Delimiter, readCsv } from './csv-rows.ts';
import { foreseeItems } from './foresee-items.ts';
import { fileEmpty, headerUnfit, importInWay, tooManyRows } from './import-problems.ts';
import { ITEM_COLUMNS_OF_FILE, type ItemColumns, readHeader } from './item-columns.ts';
import { type Row, type RowFault, readItem } from './item-row.ts';
import { createSeenIds } from './seen-ids.ts';
import { openSpool, type Spool } from './spool.ts';
import { type WrittenItems, writeItems } from './write-items.ts';

/** A file whose header was read; its rows are still to come. */
export type ItemFile = { columns: ItemColumns; rows: AsyncIterator<Row> };

/** Begins to read a file of items; refuses one whose header does not name its columns. */
export const openItemFile = async (bytes: AsyncIterable<Buffer>): Promise<ItemFile> => {
  const { delimiter, rows: all } = await readCsv(bytes, ITEM_COLUMNS_OF_FILE);
  const rows = all[Symbol.asyncIterator]();
  const header = await rows.next();
  if (header.done) throw fileEmpty();
  const { columns, faults } = readHeader(header.value.cells, styleOf(delimiter));
  if (faults.length > 0) throw headerUnfit(faults);
  return { columns, rows };
};

const styleOf = (delimiter: Delimiter) => ({ hasDecimalComma: delimiter !== ',' });

export type ItemImport = {
  contentTypeId: string;
  file: ItemFile;
  isDryRun: boolean;
  /** One row at fault is enough to keep nothing. */
  isAllOrNothing: boolean;
  /** Hears how far it is, often; bytes are known to whoever receives them. */
  onProgress(progress: Pick<ItemImportProgress, 'rows' | 'ofRows'>): void;
  /** The caller has gone: nothing is kept. */
  abort: AbortSignal;
};

export type ImportOutcome = {
  summary: ItemImportSummary;
  errors: RowFault[];
  /** After a dry run: the first rows that would do something. */
  rows?: ItemImportRow[];
};

/**
 * Brings the items of a file in: made, changed or offered again by their externalId. A column that is there sets its
 * member or attribute, and an empty cell clears it; what has no column stays. First the whole file is read and judged,
 * as slowly as it comes; then it is written in one transaction. Rows with faults are told and left out.
 */
export const importItems = async (
  db: Database,
  actor: Actor,
  { contentTypeId, file, isDryRun, isAllOrNothing, onProgress, abort }: ItemImport,
): Promise<ImportOutcome> => {
  const { tenantId } = scopeOf(actor, 'Workbooks.Manage');
  const faults = createFaultList();
  const spool = await openSpool();
  try {
    const ofRows = await readRows(file, spool, faults, () => {
      if (abort.aborted) throw new CallerGone();
      onProgress({ rows: 0, ofRows: null });
    });
    const attributeNames = file.columns.attributes.map(({ name }) => name);
    const write = () =>
      writeRows(db, {
        of: { tenantId, contentTypeId },
        spool,
        attributeNames,
        isForeseen: isDryRun,
        mayKeep: (written) => !isDryRun && !(isAllOrNothing && written.overfull.length > 0),
        onBatch: (rows) => {
          if (abort.aborted) throw new CallerGone();
          onProgress({ rows, ofRows });
        },
      });
    const written = isAllOrNothing && faults.rows > 0 ? undefined : await whenFree(write, abort);
    for (const line of written?.overfull ?? []) faults.addRow([overfullFault(line)]);
    return {
      summary: {
        isKept: written?.isKept ?? false,
        rows: ofRows,
        created: written?.created ?? 0,
        updated: written?.updated ?? 0,
        revived: written?.revived ?? 0,
        unchanged: written?.unchanged ?? 0,
        refused: faults.rows,
        faults: faults.count,
        attributes: attributeNames,
      },
      errors: faults.first(),
      ...(isDryRun && { rows: written?.rows ?? [] }),
    };
  } finally {
    await spool.close();
  }
};

/** Counts all faults and keeps the first. */
const createFaultList = () => {
  const kept: RowFault[] = [];
  const list = {
    rows: 0,
    count: 0,
    addRow: (faults: readonly RowFault[]) => {
      list.rows++;
      list.count += faults.length;
      kept.push(...faults.slice(0, limits.importFaults));
      // Those of the database come last, whatever their lines are.
      if (kept.length > 2 * limits.importFaults) kept.splice(limits.importFaults);
    },
    first: () => kept.toSorted((a, b) => a.line - b.line).slice(0, limits.importFaults),
  };
  return list;
};

type FaultList = ReturnType<typeof createFaultList>;

/** Judges every row and keeps those without fault; returns how many there were of all. */
const readRows = async (
  { columns, rows }: ItemFile,
  spool: Spool,
  faults: FaultList,
  onRow: () => void,
): Promise<number> => {
  const seen = createSeenIds();
  let count = 0;
  for await (const row of { [Symbol.asyncIterator]: () => rows }) {
    if (++count > limits.importRows) throw tooManyRows(limits.importRows);
    onRow();
    const ofRow: RowFault[] = [];
    const item = readItem(columns, row, (fault) => ofRow.push(fault));
    const earlier = item && seen.add(item.externalId, row.line);
    if (earlier !== undefined) ofRow.push(duplicateFault(columns, row, earlier));
    if (ofRow.length > 0) faults.addRow(ofRow);
    else await spool.add(JSON.stringify({ ...item, line: row.line }));
  }
  return count;
};

const duplicateFault = ({ names, places }: ItemColumns, { line, cells }: Row, earlier: number) => {
  const place = places.get('externalId')!;
  const value = cells[place]!.slice(0, 80);
  const message = sentence`The externalId stands in line ${earlier} already; the first counts.`;
  return { line, column: names[place]!, value, message };
};

const overfullFault = (line: number): RowFault => {
  const message = sentence`With what it has already, the item would have more than ${limits.customProperties} attributes.`;
  return { line, column: '', value: '', message };
};

type Written = WrittenItems & {
  unchanged: number;
  overfull: number[];
  rows: ItemImportRow[];
  isKept: boolean;
};

/** Ends a transaction of which nothing is to be kept, with what it would have come to. */
class NotKept extends Error {
  readonly written: Written;
  constructor(written: Written) {
    super('Nothing of this is kept.');
    this.written = written;
  }
}

const writeRows = async (
  db: Database,
  {
    of,
    spool,
    attributeNames,
    isForeseen,
    mayKeep,
    onBatch,
  }: {
    of: { tenantId: number; contentTypeId: string };
    spool: Spool;
    attributeNames: readonly string[];
    /** Whether each row is told of, before it is written. */
    isForeseen: boolean;
    mayKeep: (written: Written) => boolean;
    onBatch: (rows: number) => void;
  },
): Promise<Written> => {
  try {
    return await inTransaction(db, async (trx) => {
      // Two files at once would wait for each other's items, each for those that the other wrote first.
      await lockContentType(trx, of.tenantId, of.contentTypeId);
      const written: Written = {
        created: 0,
        updated: 0,
        revived: 0,
        unchanged: 0,
        overfull: [],
        rows: [],
        isKept: true,
      };
      let rows = 0;
      for await (const batch of spool.batches()) {
        const itemsJson = `[${batch.join(',')}]`;
        const most = MOST_FORESEEN - written.rows.length;
        const foreseen =
          isForeseen && most > 0 ? await foreseeItems(trx, of, { itemsJson, attributeNames, most }) : [];
        const { created, updated, revived, overfull } = await writeItems(trx, of, {
          itemsJson,
          attributeNames,
        });
        written.created += created;
        written.updated += updated;
        written.revived += revived;
        written.unchanged += batch.length - created - updated - revived - overfull.length;
        written.overfull.push(...overfull);
        written.rows.push(...foreseen.filter(({ line }) => !overfull.includes(line)));
        rows += batch.length;
        onBatch(rows);
      }
      if (!mayKeep(written)) throw new NotKept({ ...written, isKept: false });
      return written;
    });
  } catch (error) {
    if (error instanceof NotKept) return error.written;
    throw error;
  }
};

/** Milliseconds in which another import of the same content type should be done. */
const PATIENCE = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Tries again while somebody else holds what is needed: each time PostgreSQL waits for two seconds. */
const whenFree = async <Result>(write: () => Promise<Result>, abort: AbortSignal): Promise<Result> => {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (abort.aborted) throw new CallerGone();
      if (performance.now() > until) throw importInWay();
    }
  }
};
