import { readTokens } from './source-tokens.ts';
import { findTableReads } from './table-use.ts';
import type { SourceFile } from './violations.ts';

const NAMES_TENANT = /\btenant_?id\b/i;
/** A Kysely statement ends at the next `;` or after this many tokens. */
const MAX_CHAIN_LENGTH = 400;

/** Finds statements that name a tenant table but not the tenant, by file and line (S35). */
export const findStatementsWithoutTenant = (
  file: SourceFile,
  tenantTables: ReadonlySet<string>,
): string[] => {
  const tokens = readTokens(file.text);
  return tokens.flatMap((token, index) => {
    const statement = token.kind === 'text' ? [token] : readChain(tokens, index);
    const [use] = findTableReads(statement).filter(({ table }) => tenantTables.has(table!));
    const isNamed = statement.some(({ value }) => NAMES_TENANT.test(value));
    return use && !isNamed ? [`${file.path}:${use.line}: uses ${use.table} without naming the tenant`] : [];
  });
};

/** The tokens from a call such as `selectFrom` up to the end of the statement. */
const readChain = (tokens: ReturnType<typeof readTokens>, start: number) => {
  if (!/^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/.test(tokens[start]!.value)) return [];
  const rest = tokens.slice(start, start + MAX_CHAIN_LENGTH);
  const end = rest.findIndex(({ kind, value }) => kind !== 'text' && value === ';');
  return end < 0 ? rest : rest.slice(0, end);
};
