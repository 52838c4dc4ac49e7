import { EXPRESSION_PLACEHOLDER, type Token } from './source-tokens.ts';
import { tables } from './table-owners.ts';

/** `table` is undefined if the name is computed. */
export type TableUse = { table: string | undefined; line: number };

const TABLE_PATTERN = String.raw`(?:only\s+)?(?:"?public"?\.)?"?(\w+|\$\{\})`;
const WRITE_PATTERNS = [
  new RegExp(
    String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate\s+table)\s+${TABLE_PATTERN}`,
    'gi',
  ),
  // Requires `set`, so that `on conflict do update set` and `for update` do not match.
  new RegExp(String.raw`\bupdate\s+${TABLE_PATTERN}"?(?:\s+(?:as\s+)?\w+)?\s+set\b`, 'gi'),
];
const READ_PATTERNS = [new RegExp(String.raw`\b(?:from|join|into)\s+${TABLE_PATTERN}`, 'gi')];
const CREATION_PATTERNS = [
  new RegExp(String.raw`\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?${TABLE_PATTERN}`, 'gi'),
];

export const findOwner = (table: string): string | undefined =>
  Object.keys(tables).find((module) => tables[module]!.includes(table));

export const findTableWrites = (tokens: readonly Token[]): TableUse[] =>
  // Prose may contain "delete from the …", so ignore words that are not table names.
  findSqlUses(tokens, WRITE_PATTERNS).filter(({ table }) => table === undefined || findOwner(table));

export const findTableReads = (tokens: readonly Token[]): TableUse[] =>
  findSqlUses(tokens, [...READ_PATTERNS, ...WRITE_PATTERNS]).filter(
    ({ table }) => table !== undefined && findOwner(table),
  );

export const findTableCreations = (tokens: readonly Token[]): TableUse[] =>
  findSqlUses(tokens, CREATION_PATTERNS);

export const findCreatedTables = (sql: string): TableUse[] =>
  findTableCreations([{ kind: 'text', value: sql.replace(/--.*/g, ''), line: 1 }]);

const findSqlUses = (tokens: readonly Token[], patterns: readonly RegExp[]): TableUse[] =>
  tokens
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ value, line }) =>
      patterns.flatMap((pattern) =>
        [...value.matchAll(pattern)].map((match) => ({
          table: match[1] === EXPRESSION_PLACEHOLDER ? undefined : match[1]!.toLowerCase(),
          line: line + value.slice(0, match.index).split('\n').length - 1,
        })),
      ),
    );
