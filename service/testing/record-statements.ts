import { currentCaller, SERVER } from '#service/admission/caller.ts';
import { openClient } from '#service/database/connect.ts';

/**
 * Records the distinct statements that requests run in this process from now on. Statements of background work are
 * excluded, because they depend on the time.
 */
export const recordStatements = (): { stop(): string } => {
  const client = Object.getPrototypeOf(openClient({ connectionString: '' })) as {
    query: (...values: unknown[]) => unknown;
  };
  const original = client.query;
  const texts = new Set<string>();
  client.query = function (this: unknown, ...values) {
    const text = textOf(values[0]);
    if (text !== undefined && currentCaller() !== SERVER) texts.add(oneLine(text));
    return original.apply(this, values);
  };
  return {
    stop: () => {
      client.query = original;
      return `${[...texts].sort().join('\n')}\n`;
    },
  };
};

/** The text of a statement, of `{ text }` or of a cursor. */
const textOf = (query: unknown): string | undefined => {
  if (typeof query === 'string') return query;
  return (query as { text?: string }).text ?? (query as { cursor?: { text: string } }).cursor?.text;
};

/** Removes what depends on the request or on time: the length of parameter lists and the number of rows in a batch. */
const oneLine = (text: string) =>
  text
    .replace(/^fetch \d+/, 'fetch …')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\(\$\d+(?:, \$\d+)+\)/g, '($…)')
    .replaceAll(/\(\$…\)(?:, \(\$…\))+/g, '($…), …')
    .trim();
