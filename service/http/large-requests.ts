import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { type Caller, getCurrentCaller } from '#service/admission/caller.ts';
import {
  createFairQueue,
  type FairQueue,
  type FairQueueLimits,
  type Release,
} from '#service/admission/fair-queue.ts';
import { Problem } from '#service/problem.ts';
import { HttpError } from './http-error.ts';
import { createRequestTurns } from './request-turns.ts';

/**
 * From this size, a URL or body counts as medium-sized. Smaller ones block the event loop for less than 0.3
 * ms.
 */
const MEDIUM_BYTES = 2 * 1024;
/** A request whose body has at least this many bytes needs a slot. */
const LARGE_BYTES = 64 * 1024;
declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The request takes as much work as a large body, because it returns a 4 MiB definition or calculates
     * suggestions.
     */
    isLarge?: true;
  }
  interface FastifyInstance {
    largeRequests: LargeRequests;
  }
}

/**
 * How many small requests may start in one turn of the event loop. The connection pool does not limit
 * requests that are rejected early: a hundred at a time from one user blocked a turn for up to 116 ms, and
 * other users' requests waited for up to 119 ms (95th percentile).
 */
const SMALL_SLOTS = { user: 8, tenant: 16, server: 64 };
const SMALL_WAITING = { user: 2_000, tenant: 4_000, server: 8_000 };
const SLOTS = { user: 1, tenant: 2, server: 4 };
/** Bodies are held in memory while they wait: at most 400 MiB in total. */
const WAITING = { user: 20, tenant: 40, server: 100 };
/**
 * Large bodies are also in memory while being received: at most 8 MiB each and 512 MiB in total. They have
 * separate slots, because a slow sender would hold up the others. The first 64 KiB need no slot.
 */
const RECEIVING = { user: 8, tenant: 24, server: 64 };
/** The rest of a waiting body remains with its client, so many can wait. */
const WAITING_TO_SEND = { user: 350, tenant: 400, server: 500 };
const MAX_WAIT_MS = 10_000;

/** Rolls back a transaction, because requests that have a slot may be waiting for its connection or locks. */
export class SlotRequiredError extends Error {}

/**
 * Keeps one user's requests from delaying everyone else (R22, R24). Every request waits for a turn, and does
 * so again before a medium-sized body is parsed. Requests with a large body or response need a slot from
 * before parsing to the response, and are processed in slices.
 */
export type LargeRequests = {
  queues: Readonly<Record<'medium requests' | 'large bodies' | 'bodies being received', FairQueue>>;
  /** Waits for a turn or a slot, depending on the body's size. Throws a Problem if none is available. */
  enter(request: FastifyRequest, bytes: number): Promise<void>;
  /**
   * Waits for a slot once a request turns out, during processing, to be large. Throws a Problem if none is available.
   * In a transaction, does not wait but throws SlotRequiredError.
   */
  acquireLargeRequestSlot(request: FastifyRequest, db: { isTransaction: boolean }): Promise<void>;
};

export const limitLargeRequests = (app: FastifyInstance): LargeRequests => {
  const smallTurns = createRequestTurns(SMALL_WAITING, SMALL_SLOTS);
  const turns = createRequestTurns();
  const createQueue = (slots: FairQueueLimits['slots'], waiting: FairQueueLimits['waiting']) =>
    createFairQueue({
      slots,
      waiting,
      maxWaitMs: MAX_WAIT_MS,
      createError: (limit) => tooManyRequests(limit),
    });
  const queue = createQueue(SLOTS, WAITING);
  const receiving = createQueue(RECEIVING, WAITING_TO_SEND);
  // Fastify calls content type parsers outside the request's AsyncLocalStorage, and without the reply.
  const senders = new WeakMap<FastifyRequest, { caller: Caller; reply: FastifyReply }>();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const caller = getCurrentCaller();
    senders.set(request, { caller, reply });
    const { waitForTurn } = request.url.length < MEDIUM_BYTES ? smallTurns : turns;
    waitForTurn(caller).then(
      () => done(null, isCollected(request) ? Readable.from(receive(payload, caller, reply)) : payload),
      done,
    );
  });
  async function* receive(payload: RequestPayload, caller: Caller, reply: FastifyReply) {
    let bytes = 0;
    let release: Release | undefined;
    try {
      // The connection must stay open so that the response to a rejected body can be sent.
      for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes >= LARGE_BYTES) release ??= await acquireSlot(receiving, caller, reply);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Problem || error instanceof HttpError ? error : clientDisconnected();
    } finally {
      release?.();
    }
  }
  const acquireSlot = async (slots: FairQueue, caller: Caller, reply: FastifyReply): Promise<Release> => {
    const release = await slots.acquire(caller);
    reply.raw.once('close', release);
    if (!reply.raw.closed) return release;
    release();
    throw clientDisconnected();
  };
  const releases = new WeakMap<FastifyReply, Release>();
  const holdSlot = async (caller: Caller, reply: FastifyReply) => {
    // A request has only one slot, because a second one would have to wait for the first.
    if (releases.has(reply)) return;
    releases.set(reply, await acquireSlot(queue, caller, reply));
  };
  // The response is ready, and a client that reads it slowly must not hold on to the slot.
  app.addHook('onSend', (_request, reply, payload, done) => {
    releases.get(reply)?.();
    done(null, payload);
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.isLarge) holdSlot(getCurrentCaller(), reply).then(() => done(), done);
    else done();
  });
  const largeRequests: LargeRequests = {
    queues: { 'medium requests': turns.queue, 'large bodies': queue, 'bodies being received': receiving },
    enter: async (request, bytes) => {
      if (bytes < MEDIUM_BYTES) return;
      const { caller, reply } = senders.get(request)!;
      if (bytes < LARGE_BYTES) return turns.waitForTurn(caller);
      return holdSlot(caller, reply);
    },
    acquireLargeRequestSlot: async (request, { isTransaction }) => {
      const { caller, reply } = senders.get(request)!;
      const canWait = !isTransaction || releases.has(reply) || queue.findBlockingLimit(caller) === undefined;
      if (!canWait) throw new SlotRequiredError();
      await holdSlot(caller, reply);
    },
  };
  app.decorate('largeRequests', largeRequests);
  return largeRequests;
};

/** No one receives this error. It only stops the request. */
const clientDisconnected = () => tooManyRequests('user');

/**
 * Returns true if the body is collected in memory and is large or of unknown length. Long bodies go into a
 * file instead.
 */
const isCollected = ({ headers, routeOptions }: FastifyRequest): boolean => {
  if (routeOptions.config.isLongBody || routeOptions.config.isFromPhone) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE_BYTES;
};
