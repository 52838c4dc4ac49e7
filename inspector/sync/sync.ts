import { nextRetry, readyInspections, reportTrouble, retryLater } from '#inspector/store/outbox.ts';
import { type Sender, sendInspection } from './send-inspection.ts';
import { Refused, SignedOut, Unreachable } from './server.ts';

/** Queues that are told side by side: one large picture keeps no other inspection waiting. */
const AT_ONCE = 3;
const NOT_NOTED_MS = 30_000;
/** Timers of browsers count no further than some weeks, and a clock may have been far ahead. */
const LONGEST_REST_MS = 5 * 60_000;

export type Sync = {
  /** Looks again: something was done, or the network is back. */
  poke(): void;
  /** Inspections whose queue is being told right now. */
  sending(): ReadonlySet<string>;
  stop(): void;
};

type SyncSettings = Sender & {
  /** From 0 to 1. */
  chance(): number;
  /** What is being told has changed. */
  onSending?(): void;
  /** The sign-in of this device is over: nothing is told until somebody signs in. */
  onSignedOut(error: SignedOut): void;
};

/** Tells the server what it has not heard, for as long as the app runs. Each inspection goes on or waits by itself. */
export const startSync = (settings: SyncSettings): Sync => {
  const { store, chance, onSending = () => {}, onSignedOut } = settings;
  const sending = new Map<string, Promise<void>>();
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = async (inspectionId: string) => {
    try {
      await sendInspection(settings, inspectionId);
    } catch (error) {
      if (error instanceof SignedOut) {
        stop();
        onSignedOut(error);
      } else if (error instanceof Unreachable) {
        const { retryAfterMs } = error;
        await retryLater(store, inspectionId, { chance: chance(), retryAfterMs });
      } else await reportTrouble(store, inspectionId, troubleOf(error));
    }
  };
  /** What became of it could not be noted, as on a disk that is full: not in haste, or it would be told without end. */
  const sendWithPatience = (inspectionId: string) =>
    send(inspectionId).catch(() => new Promise<void>((resolve) => setTimeout(resolve, NOT_NOTED_MS)));

  const look = async () => {
    clearTimeout(timer);
    for (const id of await readyInspections(store)) {
      if (isStopped || sending.size >= AT_ONCE) return;
      if (sending.has(id)) continue;
      const done = sendWithPatience(id).finally(() => {
        sending.delete(id);
        onSending();
        poke();
      });
      sending.set(id, done);
      onSending();
    }
    const next = await nextRetry(store);
    if (next === undefined || isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(poke, Math.min(Math.max(0, next - store.now()), LONGEST_REST_MS));
  };

  const poke = () => {
    if (!isStopped) void look();
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  return { poke, sending: () => new Set(sending.keys()), stop };
};

const troubleOf = (error: unknown) =>
  error instanceof Refused
    ? { status: error.status, message: error.message, fields: error.fields }
    : { status: 0, message: String(error), fields: [] };
