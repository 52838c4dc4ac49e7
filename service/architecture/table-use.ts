import { GAP, type Token } from './source-tokens.ts';
import { tables } from './table-owners.ts';

/** A table referred to in a statement; `table` is undefined if the name is computed. */
export type TableUse = { table: string | undefined; line: number };

const TABLE = String.raw`(?:only\s+)?(?:"?public"?\.)?"?(\w+|\$\{\})`;
const SQL_WRITES = [
  new RegExp(String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate\s+table)\s+${TABLE}`, 'gi'),
  // Requires `set`, so that `on conflict do update set` and `for update` do not match.
  new RegExp(String.raw`\bupdate\s+${TABLE}"?(?:\s+(?:as\s+)?\w+)?\s+set\b`, 'gi'),
];
const SQL_READS = [new RegExp(String.raw`\b(?:from|join|into)\s+${TABLE}`, 'gi')];
const SQL_CREATES = [new RegExp(String.raw`\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?${TABLE}`, 'gi')];

export const findOwner = (table: string): string | undefined =>
  Object.keys(tables).find((module) => tables[module]!.includes(table));

export const findTableWrites = (tokens: readonly Token[]): TableUse[] =>
  // Sentences may contain "delete from the …", so words that are not tables are ignored.
  findSqlUses(tokens, SQL_WRITES).filter(({ table }) => table === undefined || findOwner(table));

/** Returns each of the service's tables that a statement reads or writes. */
export const findTableReads = (tokens: readonly Token[]): TableUse[] =>
  findSqlUses(tokens, [...SQL_READS, ...SQL_WRITES]).filter(
    ({ table }) => table !== undefined && findOwner(table),
  );

export const findTableCreations = (tokens: readonly Token[]): TableUse[] => findSqlUses(tokens, SQL_CREATES);

export const findCreatedTables = (sql: string): TableUse[] =>
  findTableCreations([{ kind: 'text', value: sql.replace(/--.*/g, ''), line: 1 }]);

const findSqlUses = (tokens: readonly Token[], patterns: readonly RegExp[]): TableUse[] =>
  tokens
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ value, line }) =>
      patterns.flatMap((pattern) =>
        [...value.matchAll(pattern)].map((match) => ({
          table: match[1] === GAP ? undefined : match[1]!.toLowerCase(),
          line: line + value.slice(0, match.index).split('\n').length - 1,
        })),
      ),
    );
