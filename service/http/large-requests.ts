import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { type Caller, getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue, type Release } from '#service/admission/fair-queue.ts';
import { Problem } from '#service/problem.ts';
import { HttpError } from './http-error.ts';
import { createRequestTurns } from './request-turns.ts';

/** Parsing a URL or body smaller than this blocks the event loop for less than 0.3 ms. */
const MEDIUM_BYTES = 2 * 1024;
const LARGE_BYTES = 64 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request is as expensive as one with a large body. */
    isLarge?: true;
  }
  interface FastifyInstance {
    largeRequests: LargeRequests;
  }
}

/**
 * How many small requests may start per event loop turn. The connection pool does not limit requests that are rejected
 * early: a hundred of them at a time from one user delayed other users by up to 119 ms (95th percentile).
 */
const SMALL_SLOTS = { user: 8, tenant: 16, server: 64 };
const SMALL_WAITING = { user: 2_000, tenant: 4_000, server: 8_000 };
const LARGE_SLOTS = { user: 1, tenant: 2, server: 4 };
/** Large bodies occupy memory while they wait for a slot: at most 400 MiB in total. */
const LARGE_WAITING = { user: 20, tenant: 40, server: 100 };
/**
 * Large bodies also occupy memory while being received: at most 8 MiB each and 512 MiB in total. These slots are
 * separate, so that slow clients do not delay other requests.
 */
const RECEIVING_SLOTS = { user: 8, tenant: 24, server: 64 };
/** Many bodies may wait to be received: until then, the client holds the rest of them. */
const RECEIVING_WAITING = { user: 350, tenant: 400, server: 500 };

/** Thrown to roll back a transaction: requests with a slot may be waiting for its connection or locks. */
export class SlotRequiredError extends Error {}

/**
 * Keeps one user's requests from delaying everyone else (R22, R24). Every request waits for its turn, and again before
 * a medium-sized body is parsed. Requests with a large body or response hold a slot until the response is ready.
 */
export type LargeRequests = {
  queues: Readonly<Record<'medium requests' | 'large bodies' | 'bodies being received', FairQueue>>;
  /** Waits for a turn or a slot. Throws a Problem if none is available. */
  admitBody(request: FastifyRequest, bytes: number): Promise<void>;
  /** For requests that turn out to be large. In a transaction, throws SlotRequiredError instead of waiting. */
  acquireLargeRequestSlot(request: FastifyRequest, db: { isTransaction: boolean }): Promise<void>;
};

export const limitLargeRequests = (app: FastifyInstance): LargeRequests => {
  const smallTurns = createRequestTurns(SMALL_WAITING, SMALL_SLOTS);
  const turns = createRequestTurns();
  const processingQueue = createFairQueue({ slots: LARGE_SLOTS, waiting: LARGE_WAITING, maxWaitMs: 10_000 });
  const receivingQueue = createFairQueue({
    slots: RECEIVING_SLOTS,
    waiting: RECEIVING_WAITING,
    maxWaitMs: 10_000,
  });
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
    // Waiting for a second slot could deadlock: the request holds the first.
    if (releases.has(reply)) return;
    releases.set(reply, await acquireSlot(processingQueue, caller, reply));
  };
  // The slot is released as soon as the response is ready: the client may read it slowly.
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

/** Stops a request whose client has disconnected. */
const clientDisconnected = () => tooManyRequests('user');

/** Returns true for a large body or one of unknown length, unless it is written to a file. */
const isBuffered = ({ headers, routeOptions }: FastifyRequest): boolean => {
  if (routeOptions.config.isLongBody || routeOptions.config.isFromPhone) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE_BYTES;
};
