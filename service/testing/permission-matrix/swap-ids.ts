import { allCalls } from './all-calls.ts';
import type { Call, RecordNames } from './call.ts';
import type { Caller } from './callers.ts';
import type { Change, DatabaseState } from './database-state.ts';
import { isAllowed } from './find-expected-response.ts';
import { createUnknownIdLike, listKeys, listRequests, type RecordKey } from './ids.ts';
import { formatComparableReply, send } from './send.ts';

export type Swap = {
  url: string;
  state: DatabaseState;
  /** The callers who own the records in `ownRecords`. */
  callers: readonly Caller[];
  ownRecords: RecordNames;
  /** Another tenant's or team's records. */
  foreignRecords: RecordNames;
  isForeign(change: Change): boolean;
  /** Allowed differences, each as an operation and the ID's name. A comment gives the reason. */
  allowedDifferences?: readonly string[];
  /** Clears the actor cache. */
  clearCache(): void;
};

/**
 * Replaces each ID in every call, once with another tenant's or team's ID and once with an unknown ID. Reports
 * responses that differ, and any change to foreign records.
 */
export const swapIds = async (swap: Swap): Promise<{ count: number; differences: string[] }> => {
  const differences: string[] = [];
  let count = 0;
  for (const call of allCalls) {
    for (const request of listRequests(call)) {
      for (const key of listKeys(request).filter(
        (key) => swap.foreignRecords[key] !== swap.ownRecords[key],
      )) {
        for (const caller of swap.callers.filter((caller) => isAllowed(call, caller))) {
          count++;
          const difference = await compareReplies(swap, { call, request, key, caller });
          if (difference !== undefined && !swap.allowedDifferences?.includes(`${call.operation}, ${key}`))
            differences.push(`${call.operation}, ${key}, by ${caller.name}: ${difference}`);
        }
      }
    }
  }
  for (const { table, tenantId } of await swap.state.restore())
    differences.push(`Rejected calls have changed ${table} of tenant ${tenantId}.`);
  return { count, differences };
};

type Attempt = { call: Call; request: Call['request']; key: RecordKey; caller: Caller };

const compareReplies = async (
  { url, state, ownRecords, foreignRecords, isForeign, clearCache }: Swap,
  { request, key, caller }: Attempt,
): Promise<string | undefined> => {
  const replies: string[] = [];
  for (const value of [foreignRecords[key], createUnknownIdLike(foreignRecords[key])]) {
    const swappedRequest = request({ ...ownRecords, [key]: value });
    const reply = await send(url, caller.token, swappedRequest);
    replies.push(formatComparableReply(reply).replaceAll(value, '<it>'));
    if (reply.status >= 400 || swappedRequest.method === 'GET' || swappedRequest.method === 'HEAD') continue;
    const foreignChange = (await state.restore()).find(isForeign);
    clearCache();
    if (foreignChange) return `has changed ${foreignChange.table} of ${foreignChange.tenantId}`;
  }
  const [foreignReply, unknownReply] = replies;
  if (foreignReply === unknownReply) return undefined;
  const index = [...foreignReply!].findIndex((character, position) => character !== unknownReply![position]);
  return `${excerpt(foreignReply!, index)} differs from ${excerpt(unknownReply!, index)}`;
};

const excerpt = (text: string, index: number) =>
  `${text.slice(0, 80)} … ${text.slice(Math.max(0, index - 60), index + 100)}`;
