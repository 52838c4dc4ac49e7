import type { Call, Things } from './call.ts';
import type { Caller } from './callers.ts';
import type { Change, DatabaseState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { mayEnter } from './expected-answer.ts';
import { type Key, keysOf, requestsOf, unknownLike } from './ids.ts';
import { saidBy, send } from './send.ts';

export type Swap = {
  url: string;
  state: DatabaseState;
  /** Everybody who is to try it, each with everything that is theirs. */
  callers: readonly Caller[];
  own: Things;
  /** What is others'. */
  foreign: Things;
  isForeign(change: Change): boolean;
  /** What is told apart nevertheless, each with its reason beside it: the operation and what it names. */
  known?: readonly string[];
  /** Forgets what the service remembers about people. */
  forget(): void;
};

/**
 * Puts what is others' into every call, one by one, and what nobody has. Tells where the two are answered differently, and
 * what happened to anything that is others'.
 */
export const swapIds = async (swap: Swap): Promise<{ tried: number; wrong: string[] }> => {
  const wrong: string[] = [];
  let tried = 0;
  for (const call of everyCall) {
    for (const request of requestsOf(call)) {
      for (const key of keysOf(request).filter((one) => swap.foreign[one] !== swap.own[one])) {
        for (const caller of swap.callers.filter((one) => mayEnter(call, one))) {
          tried++;
          const fault = await compare(swap, { call, request, key, caller });
          if (fault !== undefined && !swap.known?.includes(`${call.operation}, ${key}`))
            wrong.push(`${call.operation}, ${key}, by ${caller.name}: ${fault}`);
        }
      }
    }
  }
  for (const { table, tenantId } of await swap.state.putBack())
    wrong.push(`What was refused has changed ${table} of ${tenantId}.`);
  return { tried, wrong };
};

type Try = { call: Call; request: Call['request']; key: Key; caller: Caller };

const compare = async (
  { url, state, own, foreign, isForeign, forget }: Swap,
  { request, key, caller }: Try,
): Promise<string | undefined> => {
  const told: string[] = [];
  for (const value of [foreign[key], unknownLike(foreign[key])]) {
    const asked = request({ ...own, [key]: value });
    const reply = await send(url, caller.token, asked);
    told.push(saidBy(reply).replaceAll(value, '<it>'));
    if (reply.status >= 400 || asked.method === 'GET' || asked.method === 'HEAD') continue;
    const changed = (await state.putBack()).find(isForeign);
    forget();
    if (changed) return `has changed ${changed.table} of ${changed.tenantId}`;
  }
  const [ofOthers, ofNobody] = told;
  if (ofOthers === ofNobody) return undefined;
  const at = [...ofOthers!].findIndex((character, index) => character !== ofNobody![index]);
  return `${aroundOf(ofOthers!, at)} differs from ${aroundOf(ofNobody!, at)}`;
};

const aroundOf = (text: string, at: number) =>
  `${text.slice(0, 80)} … ${text.slice(Math.max(0, at - 60), at + 100)}`;
