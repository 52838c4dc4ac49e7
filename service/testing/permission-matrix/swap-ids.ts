import type { Call, RecordNames } from './call.ts';
import type { Caller } from './callers.ts';
import type { Change, DatabaseState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { isAllowed } from './expected-response.ts';
import { type Key, keysOf, requestsOf, unknownLike } from './ids.ts';
import { comparableReply, send } from './send.ts';

export type Swap = {
  url: string;
  state: DatabaseState;
  /** The callers to test, who own the records of `own`. */
  callers: readonly Caller[];
  own: RecordNames;
  /** Records of another tenant or team. */
  foreign: RecordNames;
  isForeign(change: Change): boolean;
  /** Known differences, each with the reason in a comment: the operation and the name of the id. */
  known?: readonly string[];
  /** Clears the cache of users. */
  forget(): void;
};

/**
 * Replaces each id in every call, once with an id of another tenant or team and once with an unknown id. Reports
 * different responses and any change of foreign records.
 */
export const swapIds = async (swap: Swap): Promise<{ tried: number; wrong: string[] }> => {
  const wrong: string[] = [];
  let tried = 0;
  for (const call of everyCall) {
    for (const request of requestsOf(call)) {
      for (const key of keysOf(request).filter((one) => swap.foreign[one] !== swap.own[one])) {
        for (const caller of swap.callers.filter((one) => isAllowed(call, one))) {
          tried++;
          const difference = await compare(swap, { call, request, key, caller });
          if (difference !== undefined && !swap.known?.includes(`${call.operation}, ${key}`))
            wrong.push(`${call.operation}, ${key}, by ${caller.name}: ${difference}`);
        }
      }
    }
  }
  for (const { table, tenantId } of await swap.state.restore())
    wrong.push(`Rejected calls have changed ${table} of tenant ${tenantId}.`);
  return { tried, wrong };
};

type Try = { call: Call; request: Call['request']; key: Key; caller: Caller };

const compare = async (
  { url, state, own, foreign, isForeign, forget }: Swap,
  { request, key, caller }: Try,
): Promise<string | undefined> => {
  const replies: string[] = [];
  for (const value of [foreign[key], unknownLike(foreign[key])]) {
    const asked = request({ ...own, [key]: value });
    const reply = await send(url, caller.token, asked);
    replies.push(comparableReply(reply).replaceAll(value, '<it>'));
    if (reply.status >= 400 || asked.method === 'GET' || asked.method === 'HEAD') continue;
    const changed = (await state.restore()).find(isForeign);
    forget();
    if (changed) return `has changed ${changed.table} of ${changed.tenantId}`;
  }
  const [foreignReply, unknownReply] = replies;
  if (foreignReply === unknownReply) return undefined;
  const at = [...foreignReply!].findIndex((character, index) => character !== unknownReply![index]);
  return `${aroundOf(foreignReply!, at)} differs from ${aroundOf(unknownReply!, at)}`;
};

const aroundOf = (text: string, at: number) =>
  `${text.slice(0, 80)} … ${text.slice(Math.max(0, at - 60), at + 100)}`;
