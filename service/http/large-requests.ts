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
 * Bytes of a URL or a body above which a request waits for a turn. Parsing and validating a smaller one blocks the event
 * loop for less than 0.3 ms.
 */
const MEDIUM = 2 * 1024;
/** Bytes of a body above which a request needs a slot. */
const LARGE = 64 * 1024;
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request takes as much work as a large body: it returns a definition of 4 MiB, or calculates suggestions. */
    isLarge?: true;
  }
  interface FastifyInstance {
    largeRequests: LargeRequests;
  }
}

/**
 * Small requests that start in one round of the event loop. The connection pool does not limit requests that are rejected
 * early: a hundred at a time from one user blocked a round for up to 116 ms, and others waited up to 119 ms (95th percentile).
 */
const SMALL_SLOTS = { user: 8, tenant: 16, server: 64 };
const SMALL_WAITING = { user: 2_000, tenant: 4_000, server: 8_000 };
const SLOTS = { user: 1, tenant: 2, server: 4 };
/** Waiting bodies are in memory: at most 400 MiB in total. */
const WAITING = { user: 20, tenant: 40, server: 100 };
/**
 * Large bodies that are being received are in memory too: at most 8 MiB each, 512 MiB in total. They have separate slots,
 * because a slow sender would keep a slot that others wait for. The first 64 KiB need no slot.
 */
const RECEIVING = { user: 8, tenant: 24, server: 64 };
/** The rest of a waiting body stays with its client, so many can wait. */
const WAITING_TO_SEND = { user: 350, tenant: 400, server: 500 };
const MAX_WAIT_MS = 10_000;

/**
 * Rolls back a transaction that turns out to be large when no slot is free. While it waited for a slot, it would keep its
 * connection and its locks, and requests with a slot may wait for these.
 */
export class SlotRequiredError extends Error {}

/**
 * Limits requests that occupy the event loop, so that many requests of one user do not delay others (R22, R24). A medium
 * request waits for a turn. A request with a large body or response needs a slot from before parsing until its response is
 * ready, and is processed in time slices.
 */
export type LargeRequests = {
  queues: Readonly<Record<'medium requests' | 'large bodies' | 'bodies being received', FairQueue>>;
  /** Waits for a turn or a slot, depending on the size of the body. Throws a Problem if there is none. */
  enter(request: FastifyRequest, bytes: number): Promise<void>;
  /**
   * Waits for a slot when a request turns out to be large while it is processed. Throws a Problem if there is none. In a
   * transaction, it does not wait, but throws SlotRequiredError.
   */
  enterLarge(request: FastifyRequest, db: { isTransaction: boolean }): Promise<void>;
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
  // Fastify calls content type parsers outside the AsyncLocalStorage of the request, and without the reply.
  const senders = new WeakMap<FastifyRequest, { caller: Caller; reply: FastifyReply }>();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const caller = getCurrentCaller();
    senders.set(request, { caller, reply });
    const { waitForTurn } = request.url.length < MEDIUM ? smallTurns : turns;
    waitForTurn(caller).then(
      () => done(null, isCollected(request) ? Readable.from(receive(payload, caller, reply)) : payload),
      done,
    );
  });
  async function* receive(payload: RequestPayload, caller: Caller, reply: FastifyReply) {
    let bytes = 0;
    let release: Release | undefined;
    try {
      // The connection must stay open for the response to a body that is rejected.
      for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes >= LARGE) release ??= await acquireSlot(receiving, caller, reply);
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
    // A request has one slot: a second one would wait for the first.
    if (releases.has(reply)) return;
    releases.set(reply, await acquireSlot(queue, caller, reply));
  };
  // The response is ready. A client that reads slowly must not keep the slot.
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
      if (bytes < MEDIUM) return;
      const { caller, reply } = senders.get(request)!;
      if (bytes < LARGE) return turns.waitForTurn(caller);
      return holdSlot(caller, reply);
    },
    enterLarge: async (request, { isTransaction }) => {
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

/** Returns true for a body that is collected in memory, and large or of unknown length. Long bodies go to a file instead. */
const isCollected = ({ headers, routeOptions }: FastifyRequest): boolean => {
  if (routeOptions.config.isLongBody || routeOptions.config.isFromPhone) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE;
};
