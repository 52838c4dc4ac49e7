const NAMED_STATEMENTS_LIMIT = 500;

/**
 * The names of statements, which PostgreSQL plans once per connection. The limit catches statements that are
 * composed at run time by mistake.
 */
const statementNames = new Map<string, string>();

/** Returns a statement's name; undefined if there are too many. */
export const getStatementName = (text: string): string | undefined => {
  const existing = statementNames.get(text);
  if (existing !== undefined || statementNames.size >= NAMED_STATEMENTS_LIMIT) return existing;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};
