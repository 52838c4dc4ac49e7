const NAMED_STATEMENTS_LIMIT = 500;

const statementNames = new Map<string, string>();

/** Returns undefined if too many statements have names, as a guard against SQL composed at run time by mistake. */
export const getStatementName = (text: string): string | undefined => {
  const existing = statementNames.get(text);
  if (existing !== undefined || statementNames.size >= NAMED_STATEMENTS_LIMIT) return existing;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};
