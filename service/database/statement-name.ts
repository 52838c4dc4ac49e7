const NAMED_STATEMENTS_LIMIT = 500;

/**
 * Names of statements with parameters, so that PostgreSQL parses and plans each of them once per connection. The limit
 * guards against statements that are composed by mistake.
 */
const statementNames = new Map<string, string>();

/** Returns the name of a statement; undefined if there are too many. */
export const getStatementName = (text: string): string | undefined => {
  const existing = statementNames.get(text);
  if (existing !== undefined || statementNames.size >= NAMED_STATEMENTS_LIMIT) return existing;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};
