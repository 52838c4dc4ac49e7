import type { Call, Things } from './call.ts';
import type { Caller } from './callers.ts';
import type { Change, DatabaseState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { expectedAnswer } from './expected-answer.ts';
import { type Key, keysOf, requestsOf, unknownLike } from './ids.ts';
import { type Reply, send } from './send.ts';

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

/** Whoever may not is told so before anything of the request is looked at. */
const mayEnter = (call: Call, caller: Caller) =>
  ![401, 403].includes(expectedAnswer({ ...call, isOwn: undefined }, caller, 'own team') as number);

type Try = { call: Call; request: Call['request']; key: Key; caller: Caller };

const compare = async (
  { url, state, own, foreign, isForeign, forget }: Swap,
  { request, key, caller }: Try,
): Promise<string | undefined> => {
  const told: string[] = [];
  for (const value of [foreign[key], unknownLike(foreign[key])]) {
    const asked = request({ ...own, [key]: value });
    const reply = await send(url, caller.token, asked);
    told.push(textOf(reply, value));
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

/** What tells of the moment, and not of what was asked for. */
const OF_THE_MOMENT = ['date', 'x-request-id', 'upload-expires'];

/** All that was said, whatever the thing is called. */
const textOf = ({ status, headers, text }: Reply, value: string): string => {
  const said = [...headers].filter(([name]) => !OF_THE_MOMENT.includes(name));
  // Within a file for Excel, which is compressed, stands when it was made.
  const body = headers.get('content-type')?.includes('spreadsheet') ? 'a spreadsheet' : text;
  return `${status} ${body} ${JSON.stringify(said)}`
    .replaceAll(value, '<it>')
    .replaceAll(headers.get('x-request-id')!, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
};
