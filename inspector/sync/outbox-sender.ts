import { findNextRetry, listReadyInspections, recordSendError, retryLater } from '#inspector/store/outbox.ts';
import { type Sender, sendInspection } from './send-inspection.ts';
import { RequestRejectedError, ServerUnreachableError, SignedOutError } from './server.ts';

/** Number of queues that are sent in parallel so that a large picture does not delay other inspections. */
const MAX_PARALLEL = 3;
const STORAGE_ERROR_PAUSE_MS = 30_000;
/**
 * Limited because browsers do not support timers of more than a few weeks, and the clock may have been far
 * ahead.
 */
const MAX_TIMER_MS = 5 * 60_000;

type OutboxSenderSettings = Sender & {
  /** Returns a random number from 0 to 1. */
  random(): number;
  /** Called when the set of queues being sent has changed. */
  onSending?(): void;
  /** Called when this device is no longer signed in. Sending then stops. */
  onSignedOut(error: SignedOutError): void;
};

/** Sends the outbox while the app is open. Each inspection is sent or paused independently of the others. */
export const startOutboxSender = (settings: OutboxSenderSettings) => {
  const { store, random, onSending = () => {}, onSignedOut } = settings;
  const sending = new Map<string, Promise<void>>();
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = async (inspectionId: string) => {
    try {
      await sendInspection(settings, inspectionId);
    } catch (error) {
      if (error instanceof SignedOutError) {
        stop();
        onSignedOut(error);
      } else if (error instanceof ServerUnreachableError) {
        const { retryAfterMs } = error;
        await retryLater(store, inspectionId, { random: random(), retryAfterMs });
      } else await recordSendError(store, inspectionId, toSendError(error));
    }
  };
  /**
   * Pauses if the result cannot be stored, for example because the disk is full. Otherwise, the sender would
   * retry in a tight loop.
   */
  const sendOrPause = (inspectionId: string) =>
    send(inspectionId).catch(
      () => new Promise<void>((resolve) => setTimeout(resolve, STORAGE_ERROR_PAUSE_MS)),
    );

  const startReady = async () => {
    clearTimeout(timer);
    for (const id of await listReadyInspections(store)) {
      if (isStopped || sending.size >= MAX_PARALLEL) return;
      if (sending.has(id)) continue;
      const done = sendOrPause(id).finally(() => {
        sending.delete(id);
        onSending();
        wake();
      });
      sending.set(id, done);
      onSending();
    }
    const next = await findNextRetry(store);
    if (next === undefined || isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(Math.max(0, next - store.now()), MAX_TIMER_MS));
  };

  const wake = () => {
    if (!isStopped) void startReady();
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  const getSending = (): ReadonlySet<string> => new Set(sending.keys());
  return { wake, getSending, stop };
};

const toSendError = (error: unknown) =>
  error instanceof RequestRejectedError
    ? { status: error.status, message: error.message, fields: error.fields }
    : { status: 0, message: String(error), fields: [] };
