import { readTokens } from './source-tokens.ts';
import { tableReads } from './table-use.ts';
import type { SourceFile } from './violations.ts';

const NAMES_TENANT = /\btenant_?id\b/i;
/** A Kysely statement ends at the next `;`, or after this many tokens. */
const MAX_CHAIN_LENGTH = 400;

/** Finds statements that name a tenant table but not the tenant, by file and line (S35). */
export const tenantlessStatements = (file: SourceFile, tenantTables: ReadonlySet<string>): string[] => {
  const tokens = readTokens(file.text);
  return tokens.flatMap((token, index) => {
    const statement = token.kind === 'text' ? [token] : chainAt(tokens, index);
    const [use] = tableReads(statement).filter(({ table }) => tenantTables.has(table!));
    const isNamed = statement.some(({ value }) => NAMES_TENANT.test(value));
    return use && !isNamed ? [`${file.path}:${use.line}: uses ${use.table} without naming the tenant`] : [];
  });
};

/** The tokens from a call such as `selectFrom` to the end of the statement. */
const chainAt = (tokens: ReturnType<typeof readTokens>, at: number) => {
  if (!/^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/.test(tokens[at]!.value)) return [];
  const rest = tokens.slice(at, at + MAX_CHAIN_LENGTH);
  const end = rest.findIndex(({ kind, value }) => kind !== 'text' && value === ';');
  return end < 0 ? rest : rest.slice(0, end);
};
