import type { FastifyInstance, FastifyReply } from 'fastify';
import { tooMuchAtOnce } from '#service/admission/admission-problems.ts';
import { type Caller, currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue, type Limit } from '#service/admission/fair-queue.ts';
import { abortedWith } from './aborted-with.ts';
import { createSpools, type Spools } from './spool.ts';

/*
 * Lists of any length, exports and other long responses: each holds a place from before its first statement until its last
 * byte is sent. When somebody has to wait for a place, a response that its client does not read is cut off.
 */

const PLACES = { user: 4, tenant: 16, server: 64 };
const WAITING = { user: 20, tenant: 60, server: 200 };
const PATIENCE_MS = 2_000;
const RETRY_AFTER = 5;
/** A client that has read nothing for so long, although there is something to read, loses its place to others. */
const STALLED_MS = 1_000;
const LOOK_EVERY_MS = 250;

/** `offeredAt`: since when its reader has not taken what there is, by performance.now(). */
type OpenAnswer = { caller: Caller; reply: FastifyReply; offeredAt: number | undefined };

export type LongAnswers = {
  queue: FairQueue;
  spools: Spools;
  /** Answers that were cut off because somebody waited for their place. */
  cutOff(): number;
  /** Takes a place until the answer has left or the caller has gone. */
  enter(reply: FastifyReply): Promise<void>;
  /** Notes whether the reader of an answer has something to take. */
  offer(reply: FastifyReply, isOffered: boolean): void;
};

declare module 'fastify' {
  interface FastifyInstance {
    longAnswers: LongAnswers;
  }
}

/** Gives the app its places for long answers. */
export const shareLongAnswers = (app: FastifyInstance): LongAnswers => {
  const longAnswers = createLongAnswers();
  app.decorate('longAnswers', longAnswers);
  return longAnswers;
};

/** A place for a long answer, before anything is read for it. The signal fires when the caller has gone. */
export const enterLongAnswer = async (reply: FastifyReply): Promise<AbortSignal> => {
  await reply.server.longAnswers.enter(reply);
  return abortedWith(reply);
};

const createLongAnswers = (): LongAnswers => {
  const open = new Map<FastifyReply, OpenAnswer>();
  let cuts = 0;
  const queue = createFairQueue({
    places: PLACES,
    waiting: WAITING,
    patience: PATIENCE_MS,
    refuse: (limit) => tooMuchAtOnce(limit, RETRY_AFTER),
  });

  const cutStalled = (caller: Caller) => {
    const limit = queue.blockedBy(caller);
    const [longest] = [...open.values()]
      .filter((answer) => isInTheWay(answer, limit, caller))
      .sort((one, other) => one.offeredAt! - other.offeredAt!);
    if (!longest) return;
    cuts++;
    const { reply } = longest;
    reply.log.warn(
      { requestId: reply.request.id },
      'cut off: the client reads nothing of its response, and others wait',
    );
    reply.raw.destroy();
  };

  return {
    queue,
    spools: createSpools(),
    cutOff: () => cuts,
    enter: async (reply) => {
      const caller = currentCaller();
      const place = queue.take(caller);
      if (place instanceof Promise) cutStalled(caller);
      const looking = place instanceof Promise ? setInterval(cutStalled, LOOK_EVERY_MS, caller) : undefined;
      const leave = await Promise.resolve(place).finally(() => clearInterval(looking));
      if (reply.raw.closed) return leave();
      open.set(reply, { caller, reply, offeredAt: undefined });
      reply.raw.once('close', () => {
        open.delete(reply);
        leave();
      });
    },
    offer: (reply, isOffered) => {
      const answer = open.get(reply);
      if (answer) answer.offeredAt = isOffered ? performance.now() : undefined;
    },
  };
};

const isInTheWay = (
  { caller, offeredAt }: OpenAnswer,
  limit: Limit | undefined,
  waiting: Caller,
): boolean => {
  if (offeredAt === undefined || performance.now() - offeredAt < STALLED_MS) return false;
  if (limit === 'user') return caller.tenant === waiting.tenant && caller.user === waiting.user;
  return limit === 'server' || (limit === 'tenant' && caller.tenant === waiting.tenant);
};
