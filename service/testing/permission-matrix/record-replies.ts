import { replaceIdsInJson } from '#service/testing/replace-ids.ts';
import type { MatrixCase } from './run-all-calls.ts';
import type { Reply } from './send.ts';

/**
 * Creates a recorder for `/api/v1` responses in the permission matrix. It lists each operation's responses and the
 * callers who receive them.
 */
export const recordReplies = () => {
  const operations = new Map<string, Map<string, string[]>>();
  return {
    add: ({ call, caller, recordScope, records }: MatrixCase, { status, headers, text }: Reply): void => {
      if (!call.request(records).path.startsWith('/api/v1/')) return;
      const type = headers.get('content-type') ?? 'no content';
      const isJson = /[/+]json/.test(type) && text !== '';
      const reply = `${status} ${isJson ? replaceIdsInJson(text) : type}`;
      const replies = operations.get(call.operation) ?? new Map<string, string[]>();
      operations.set(call.operation, replies);
      replies.set(reply, [...(replies.get(reply) ?? []), `${caller.name} (${recordScope})`]);
    },
    format: (): string =>
      [...operations]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([operation, replies]) => `${operation}\n${formatReplies(replies)}`)
        .join('\n'),
  };
};

const formatReplies = (replies: Map<string, string[]>) =>
  [...replies]
    .map(([reply, callers]) => `  ${reply}\n    ${[...callers].sort().join(', ')}\n`)
    .sort()
    .join('');
