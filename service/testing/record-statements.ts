import { currentCaller, SERVER } from '#service/admission/caller.ts';
import { openClient } from '#service/database/connect.ts';

/**
 * Starts recording the distinct statements that requests run in this process. Statements of background work are excluded,
 * because they depend on timing.
 */
export const recordStatements = (): { stop(): string } => {
  const client = Object.getPrototypeOf(openClient({ connectionString: '' })) as {
    query: (...values: unknown[]) => unknown;
  };
  const original = client.query;
  const texts = new Set<string>();
  client.query = function (this: unknown, ...values) {
    const text = textOf(values[0]);
    if (text !== undefined && currentCaller() !== SERVER) texts.add(normalise(text));
    return original.apply(this, values);
  };
  return {
    stop: () => {
      client.query = original;
      return `${[...texts].sort().join('\n')}\n`;
    },
  };
};

/** Returns the SQL of a query: of a string, of `{ text }` or of a cursor. */
const textOf = (query: unknown): string | undefined => {
  if (typeof query === 'string') return query;
  return (query as { text?: string }).text ?? (query as { cursor?: { text: string } }).cursor?.text;
};

/** Removes variable parts: the length of parameter lists and the number of rows in a batch. */
const normalise = (text: string) =>
  text
    .replace(/^fetch \d+/, 'fetch …')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\(\$\d+(?:, \$\d+)+\)/g, '($…)')
    .replaceAll(/\(\$…\)(?:, \(\$…\))+/g, '($…), …')
    .trim();
