/** There are 280 statements in the source code, and up to 270 for pages of tasks (service/tasks/indexed-page.ts). */
const NAMED_STATEMENTS_LIMIT = 800;

const statementNames = new Map<string, string>();

/** Returns undefined if too many statements have names, as a guard against SQL composed at run time by mistake. */
export const getStatementName = (text: string): string | undefined => {
  const existing = statementNames.get(text);
  if (existing !== undefined || statementNames.size >= NAMED_STATEMENTS_LIMIT) return existing;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};
