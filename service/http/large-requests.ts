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
 * From this size, a URL or body counts as medium-sized. Parsing a smaller one blocks the event loop for less than
 * 0.3 ms.
 */
const MEDIUM_BYTES = 2 * 1024;
/** A request whose body has at least this many bytes needs a slot. */
const LARGE_BYTES = 64 * 1024;
declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The request takes as much work as one with a large body, because it returns a 4 MiB definition or calculates
     * suggestions.
     */
    isLarge?: true;
  }
  interface FastifyInstance {
    largeRequests: LargeRequests;
  }
}

/**
 * How many small requests may start in one turn of the event loop. The connection pool does not limit requests
 * that are rejected early. Without this limit, a hundred such requests at a time from one user made a single turn
 * take up to 116 ms, and other users' requests waited for up to 119 ms (95th percentile).
 */
const SMALL_SLOTS = { user: 8, tenant: 16, server: 64 };
const SMALL_WAITING = { user: 2_000, tenant: 4_000, server: 8_000 };
const LARGE_SLOTS = { user: 1, tenant: 2, server: 4 };
/** Large bodies are in memory while they wait for a slot: at most 400 MiB in total. */
const LARGE_WAITING = { user: 20, tenant: 40, server: 100 };
/**
 * Large bodies are also in memory while they are being received: at most 8 MiB each and 512 MiB in total.
 * Receiving a body takes a separate slot, because a slow client would otherwise delay other requests. The
 * first 64 KiB need no slot.
 */
const RECEIVING_SLOTS = { user: 8, tenant: 24, server: 64 };
/** Many bodies may wait to be received, because the client keeps the rest of the body until then. */
const RECEIVING_WAITING = { user: 350, tenant: 400, server: 500 };
const MAX_WAIT_MS = 10_000;

/**
 * Thrown to roll back a transaction in which a request turns out to need a slot, because requests that have a slot
 * may be waiting for the transaction's connection or locks.
 */
export class SlotRequiredError extends Error {}

/**
 * Keeps one user's requests from delaying everyone else (R22, R24). Every request waits for its turn, and does so
 * again before a medium-sized body is parsed. Requests with a large body or response need a slot, which they hold
 * until the response is ready, and are processed in slices.
 */
export type LargeRequests = {
  queues: Readonly<Record<'medium requests' | 'large bodies' | 'bodies being received', FairQueue>>;
  /** Waits for a turn or a slot, depending on the body's size. Throws a Problem if none is available. */
  admitBody(request: FastifyRequest, bytes: number): Promise<void>;
  /**
   * Waits for a slot for a request that turns out to be large while it is being processed. Throws a Problem
   * if none is available. In a transaction, throws SlotRequiredError instead of waiting.
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
  const processingQueue = createQueue(LARGE_SLOTS, LARGE_WAITING);
  const receivingQueue = createQueue(RECEIVING_SLOTS, RECEIVING_WAITING);
  // Fastify calls content type parsers outside the request's AsyncLocalStorage, and without the reply.
  const senders = new WeakMap<FastifyRequest, { caller: Caller; reply: FastifyReply }>();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const caller = getCurrentCaller();
    senders.set(request, { caller, reply });
    const { waitForTurn } = request.url.length < MEDIUM_BYTES ? smallTurns : turns;
    waitForTurn(caller).then(
      () => done(null, isBuffered(request) ? Readable.from(receive(payload, caller, reply)) : payload),
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
        if (bytes >= LARGE_BYTES) release ??= await acquireSlot(receivingQueue, caller, reply);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Problem || error instanceof HttpError ? error : clientDisconnected();
    } finally {
      release?.();
    }
  }
  const acquireSlot = async (queue: FairQueue, caller: Caller, reply: FastifyReply): Promise<Release> => {
    const release = await queue.acquire(caller);
    reply.raw.once('close', release);
    if (!reply.raw.closed) return release;
    release();
    throw clientDisconnected();
  };
  const releases = new WeakMap<FastifyReply, Release>();
  const holdSlot = async (caller: Caller, reply: FastifyReply) => {
    // A request needs only one slot. A second one might never become free, because the request holds the first.
    if (releases.has(reply)) return;
    releases.set(reply, await acquireSlot(processingQueue, caller, reply));
  };
  // The slot is released as soon as the response is ready, because the client may read it slowly.
  app.addHook('onSend', (_request, reply, payload, done) => {
    releases.get(reply)?.();
    done(null, payload);
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.isLarge) holdSlot(getCurrentCaller(), reply).then(() => done(), done);
    else done();
  });
  const largeRequests: LargeRequests = {
    queues: {
      'medium requests': turns.queue,
      'large bodies': processingQueue,
      'bodies being received': receivingQueue,
    },
    admitBody: async (request, bytes) => {
      if (bytes < MEDIUM_BYTES) return;
      const { caller, reply } = senders.get(request)!;
      if (bytes < LARGE_BYTES) return turns.waitForTurn(caller);
      return holdSlot(caller, reply);
    },
    acquireLargeRequestSlot: async (request, { isTransaction }) => {
      const { caller, reply } = senders.get(request)!;
      const canWait =
        !isTransaction || releases.has(reply) || processingQueue.findBlockingLimit(caller) === undefined;
      if (!canWait) throw new SlotRequiredError();
      await holdSlot(caller, reply);
    },
  };
  app.decorate('largeRequests', largeRequests);
  return largeRequests;
};

/** Creates an error that nobody receives. It only stops the request. */
const clientDisconnected = () => tooManyRequests('user');

/**
 * Returns true if the body is buffered in memory and is large or of unknown length. Long bodies are written to a
 * file instead.
 */
const isBuffered = ({ headers, routeOptions }: FastifyRequest): boolean => {
  if (routeOptions.config.isLongBody || routeOptions.config.isFromPhone) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE_BYTES;
};
