import type { FastifyInstance, FastifyReply } from 'fastify';
import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { type Caller, currentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue, type Limit } from '#service/admission/fair-queue.ts';
import { abortSignalOf } from './abort-signal.ts';
import { createSpools, type Spools } from './spool.ts';

/*
 * Lists of any length, exports and other long responses: each holds a slot from before its first statement until its last
 * byte is sent. When another request has to wait for a slot, a response that its client does not read is cut off.
 */

const PLACES = { user: 4, tenant: 16, server: 64 };
const WAITING = { user: 20, tenant: 60, server: 200 };
const MAX_WAIT_MS = 5_000;
const RETRY_AFTER = 5;
/**
 * A client that has read nothing for this long, although data is available, loses its slot to others. A client that reads
 * 400 KB/s seems to read nothing for up to 3.3 seconds (disconnect-when-stalled.ts).
 */
const STALLED_MS = 4_000;
const CHECK_EVERY_MS = 250;

/** `offeredAt`: since when the client has not read available data, by performance.now(). */
type OpenResponse = { caller: Caller; reply: FastifyReply; offeredAt: number | undefined };

export type LongResponses = {
  queue: FairQueue;
  spools: Spools;
  /** Number of responses that were cut off because another request waited for their slot. */
  cutOff(): number;
  /** Takes a slot until the response is sent or the client disconnects. */
  enter(reply: FastifyReply): Promise<void>;
  /** Records whether the client of a response has data to read. */
  offer(reply: FastifyReply, isOffered: boolean): void;
};

declare module 'fastify' {
  interface FastifyInstance {
    longResponses: LongResponses;
  }
}

/** Adds the queue for long responses to the app. */
export const limitLongResponses = (app: FastifyInstance): LongResponses => {
  const longResponses = createLongResponses();
  app.decorate('longResponses', longResponses);
  return longResponses;
};

/** Waits for a slot for a long response; call it before reading any data. The signal fires when the client disconnects. */
export const acquireResponseSlot = async (reply: FastifyReply): Promise<AbortSignal> => {
  await reply.server.longResponses.enter(reply);
  return abortSignalOf(reply);
};

const createLongResponses = (): LongResponses => {
  const open = new Map<FastifyReply, OpenResponse>();
  let cuts = 0;
  const queue = createFairQueue({
    slots: PLACES,
    waiting: WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit, RETRY_AFTER),
  });

  const cutStalled = (caller: Caller) => {
    const limit = queue.blockedBy(caller);
    const [longest] = [...open.values()]
      .filter((response) => blocks(response, limit, caller))
      .sort((one, other) => one.offeredAt! - other.offeredAt!);
    if (!longest) return;
    cuts++;
    const { reply } = longest;
    reply.log.warn(
      { requestId: reply.request.id },
      'disconnected: the client does not read its response, and others wait',
    );
    reply.raw.destroy();
  };

  return {
    queue,
    spools: createSpools(),
    cutOff: () => cuts,
    enter: async (reply) => {
      const caller = currentCaller();
      const slot = queue.acquire(caller);
      if (slot instanceof Promise) cutStalled(caller);
      const timer = slot instanceof Promise ? setInterval(cutStalled, CHECK_EVERY_MS, caller) : undefined;
      const release = await Promise.resolve(slot).finally(() => clearInterval(timer));
      if (reply.raw.closed) return release();
      open.set(reply, { caller, reply, offeredAt: undefined });
      reply.raw.once('close', () => {
        open.delete(reply);
        release();
      });
    },
    offer: (reply, isOffered) => {
      const response = open.get(reply);
      if (response) response.offeredAt = isOffered ? performance.now() : undefined;
    },
  };
};

const blocks = ({ caller, offeredAt }: OpenResponse, limit: Limit | undefined, waiting: Caller): boolean => {
  if (offeredAt === undefined || performance.now() - offeredAt < STALLED_MS) return false;
  if (limit === 'user') return caller.tenant === waiting.tenant && caller.user === waiting.user;
  return limit === 'server' || (limit === 'tenant' && caller.tenant === waiting.tenant);
};
