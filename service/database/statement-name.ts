const NAMED_STATEMENTS_LIMIT = 500;

/** PostgreSQL plans named statements once per connection. The limit catches ones composed by mistake. */
const statementNames = new Map<string, string>();

/** Returns a statement's name; undefined if there are too many. */
export const getStatementName = (text: string): string | undefined => {
  const existing = statementNames.get(text);
  if (existing !== undefined || statementNames.size >= NAMED_STATEMENTS_LIMIT) return existing;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};
