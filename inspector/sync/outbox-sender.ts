import { findNextRetry, listReadyInspections, recordSendError, retryLater } from '#inspector/store/outbox.ts';
import { type SendContext, sendInspection } from './send-inspection.ts';
import { RequestRejectedError, ServerUnreachableError, SignedOutError } from './server-client.ts';

/** Maximum number of queues sent in parallel, so that one large picture does not hold up other inspections. */
const MAX_PARALLEL_QUEUES = 3;
const STORAGE_ERROR_PAUSE_MS = 30_000;
/** Browsers do not support timers longer than a few weeks, and the clock may have been far ahead. */
const MAX_TIMER_MS = 5 * 60_000;

type OutboxSenderSettings = SendContext & {
  /** Returns a random number from 0 to 1. */
  random(): number;
  onSendingChange?(): void;
  /** Called when this device is no longer signed in. Sending then stops. */
  onSignedOut(error: SignedOutError): void;
};

/** Sends the outbox while the app is open. Each inspection is sent or paused independently of the others. */
export const startOutboxSender = (settings: OutboxSenderSettings) => {
  const { store, random, onSendingChange = () => {}, onSignedOut } = settings;
  const attempts = new Map<string, Promise<void>>();
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
        await retryLater(store, inspectionId, { random: random(), retryAfterMs: error.retryAfterMs });
      } else await recordSendError(store, inspectionId, toSendError(error));
    }
  };
  /** Without a pause, the sender would retry in a tight loop if the disk is full. */
  const sendOrPause = (inspectionId: string) =>
    send(inspectionId).catch(
      () => new Promise<void>((resolve) => setTimeout(resolve, STORAGE_ERROR_PAUSE_MS)),
    );

  const startReadyInspections = async () => {
    clearTimeout(timer);
    for (const id of await listReadyInspections(store)) {
      if (isStopped || attempts.size >= MAX_PARALLEL_QUEUES) return;
      if (attempts.has(id)) continue;
      const attempt = sendOrPause(id).finally(() => {
        attempts.delete(id);
        onSendingChange();
        wake();
      });
      attempts.set(id, attempt);
      onSendingChange();
    }
    const nextRetry = await findNextRetry(store);
    if (nextRetry === undefined || isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(Math.max(0, nextRetry - store.now()), MAX_TIMER_MS));
  };

  const wake = () => {
    if (!isStopped) void startReadyInspections();
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  const getSendingIds = (): ReadonlySet<string> => new Set(attempts.keys());
  return { wake, getSendingIds, stop };
};

const toSendError = (error: unknown) =>
  error instanceof RequestRejectedError
    ? { status: error.status, message: error.message, fields: error.fields }
    : { status: 0, message: String(error), fields: [] };
