const NAMED_STATEMENTS_LIMIT = 500;

/**
 * The names of prepared statements, by their SQL. PostgreSQL parses and plans them once per connection. The
 * limit protects against SQL that is composed at run time by mistake.
 */
const statementNames = new Map<string, string>();

/** Returns the name of a statement, or undefined if too many statements already have names. */
export const getStatementName = (text: string): string | undefined => {
  const existing = statementNames.get(text);
  if (existing !== undefined || statementNames.size >= NAMED_STATEMENTS_LIMIT) return existing;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};
