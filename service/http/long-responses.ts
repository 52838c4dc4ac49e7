import type { FastifyInstance, FastifyReply } from 'fastify';
import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { type Caller, getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue, type Limit } from '#service/admission/fair-queue.ts';
import { createDisconnectSignal } from './abort-signal.ts';
import { createSpools, type Spools } from './spool.ts';

// Long lists, exports and other long responses hold a slot from their first statement to their last byte. If
// another request is waiting for a slot, the server ends a response that the client has stopped reading.

const SLOTS = { user: 4, tenant: 16, server: 64 };
const WAITING = { user: 20, tenant: 60, server: 200 };
const MAX_WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;
/** At 400 KB/s, a client appears to read nothing for up to 3.3 seconds (disconnect-when-stalled.ts). */
const STALLED_MS = 4_000;
const CHECK_INTERVAL_MS = 250;

/** `unreadSince` is when data started waiting for the client to read it (performance.now()). */
type OpenResponse = { caller: Caller; reply: FastifyReply; unreadSince: number | undefined };

type LongResponses = {
  queue: FairQueue;
  spools: Spools;
  /** How many stalled responses were ended because another request was waiting for their slot. */
  countStalled(): number;
  /** The slot is held until the response has been sent or the client disconnects. */
  acquireSlot(reply: FastifyReply): Promise<void>;
  setUnread(reply: FastifyReply, hasUnreadData: boolean): void;
};

declare module 'fastify' {
  interface FastifyInstance {
    longResponses: LongResponses;
  }
}

/** Call this before reading any data. The signal is aborted if the client disconnects. */
export const acquireResponseSlot = async (reply: FastifyReply): Promise<AbortSignal> => {
  await reply.server.longResponses.acquireSlot(reply);
  return createDisconnectSignal(reply);
};

export const limitLongResponses = (app: FastifyInstance): LongResponses => {
  const openResponses = new Map<FastifyReply, OpenResponse>();
  let stalledCount = 0;
  const queue = createFairQueue({
    slots: SLOTS,
    waiting: WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: (limit) => tooManyRequests(limit, RETRY_AFTER_SECONDS),
  });

  const endStalledResponse = (caller: Caller) => {
    const limit = queue.findBlockingLimit(caller);
    const [oldestResponse] = [...openResponses.values()]
      .filter((response) => isStalled(response, limit, caller))
      .sort((a, b) => a.unreadSince! - b.unreadSince!);
    if (!oldestResponse) return;
    stalledCount++;
    const { reply } = oldestResponse;
    reply.log.warn(
      { requestId: reply.request.id },
      'disconnected: the client does not read its response, and other requests wait',
    );
    reply.raw.destroy();
  };

  const longResponses: LongResponses = {
    queue,
    spools: createSpools(),
    countStalled: () => stalledCount,
    acquireSlot: async (reply) => {
      const caller = getCurrentCaller();
      const slot = queue.acquire(caller);
      if (slot instanceof Promise) endStalledResponse(caller);
      const timer =
        slot instanceof Promise ? setInterval(endStalledResponse, CHECK_INTERVAL_MS, caller) : undefined;
      const release = await Promise.resolve(slot).finally(() => clearInterval(timer));
      if (reply.raw.closed) return release();
      openResponses.set(reply, { caller, reply, unreadSince: undefined });
      reply.raw.once('close', () => {
        openResponses.delete(reply);
        release();
      });
    },
    setUnread: (reply, hasUnreadData) => {
      const response = openResponses.get(reply);
      if (response) response.unreadSince = hasUnreadData ? performance.now() : undefined;
    },
  };
  app.decorate('longResponses', longResponses);
  return longResponses;
};

/** Returns true if a response is stalled and the waiting caller could use its slot. */
const isStalled = (
  { caller, unreadSince }: OpenResponse,
  limit: Limit | undefined,
  waitingCaller: Caller,
): boolean => {
  if (unreadSince === undefined || performance.now() - unreadSince < STALLED_MS) return false;
  if (limit === 'user') return caller.tenant === waitingCaller.tenant && caller.user === waitingCaller.user;
  return limit === 'server' || (limit === 'tenant' && caller.tenant === waitingCaller.tenant);
};
