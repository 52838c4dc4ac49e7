import { retryAfterReconnect, retryNow, watchOutbox } from '#inspector/store/outbox.ts';
import { startOutboxSender } from './outbox-sender.ts';
import { type Person, pull } from './pull.ts';
import { refreshTeams } from './refresh-teams.ts';
import { reportUnsentData } from './report-unsent.ts';
import type { SendContext } from './send-inspection.ts';
import { EraseRequiredError, ServerUnreachableError, SignedOutError } from './server-client.ts';

/** The connection to the server. `busy` means that the server asked the device to wait. */
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'busy' | 'signedOut' | 'eraseRequired';

export type SyncState = { connection: ConnectionState; sendingIds: ReadonlySet<string> };

/** A rejected report must not stop the synchronisation. It is sent again after the next pull. */
const ignoreUnlessSignedOut = (error: unknown): string => {
  if (error instanceof SignedOutError) throw error;
  return '';
};

const WAIT_SECONDS = 30;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
/** Caps the server's pauses: a wrong value must not stall the device for days. */
const MAX_SERVER_PAUSE_MS = 5 * 60_000;

export const startSynchronizer = (
  settings: SendContext & {
    person: Person;
    saveTeams(teamIds: readonly string[]): Promise<unknown>;
    random(): number;
  },
) => {
  const { store, client, person, saveTeams } = settings;
  const abortController = new AbortController();
  const listeners = new Set<() => void>();
  let state: SyncState = { connection: 'connecting', sendingIds: new Set() };
  /** The pause before the next attempt, and whether the server asked for it. */
  let pause = { end: () => {}, isServerPause: false };
  let isLeader = false;
  // Only one window communicates with the server. It shares the connection state with the other windows.
  const otherWindows = new BroadcastChannel(`ronda-${person.id}`);
  const updateState = (changes: Partial<SyncState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
    if (isLeader && !abortController.signal.aborted) otherWindows.postMessage(state.connection);
  };
  otherWindows.onmessage = ({ data }: MessageEvent<ConnectionState | 'reportConnection'>) => {
    if (data !== 'reportConnection') updateState({ connection: data });
    else if (isLeader) otherWindows.postMessage(state.connection);
  };
  otherWindows.postMessage('reportConnection');
  const stop = () => {
    abortController.abort();
    sender.stop();
    unwatchOutbox();
    otherWindows.close();
    removeEventListener('online', reconnect);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
  };
  const handleSignedOut = (error: SignedOutError) => {
    // Reports the sign-out only once, and not after the user has signed out.
    if (abortController.signal.aborted) return;
    stop();
    updateState({ connection: error instanceof EraseRequiredError ? 'eraseRequired' : 'signedOut' });
  };
  const sender = startOutboxSender({
    ...settings,
    onSendingChange: () => {
      if (!abortController.signal.aborted) updateState({ sendingIds: sender.getSendingIds() });
    },
    onSignedOut: handleSignedOut,
  });
  // Does not wake the sender while offline: every queue's attempt would fail.
  const wake = () => {
    if (isLeader && (navigator.onLine || state.connection === 'online')) sender.wake();
  };
  const unwatchOutbox = watchOutbox(store, wake);
  const syncNow = () => {
    void retryNow(store).then(wake);
    pause.end();
  };
  /** Runs automatically, so it must not end pauses requested by the server. */
  const reconnect = () => {
    void retryAfterReconnect(store).then(wake);
    if (!pause.isServerPause) pause.end();
  };
  const onVisible = () => document.visibilityState === 'visible' && reconnect();
  const onOffline = () => updateState({ connection: 'offline' });
  addEventListener('online', reconnect);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);

  const followChanges = async () => {
    let failures = 0;
    let lastReport = '';
    while (!abortController.signal.aborted) {
      try {
        const waitSeconds = state.connection === 'online' ? WAIT_SECONDS : 0;
        await pull(store, client, { person, waitSeconds, signal: abortController.signal });
        const isReconnected = failures > 0 || state.connection !== 'online';
        failures = 0;
        updateState({ connection: 'online' });
        if (isReconnected) {
          void retryAfterReconnect(store).then(wake);
          await refreshTeams(store, client, { person, saveTeams });
        }
        lastReport = await reportUnsentData(store, client, lastReport).catch(ignoreUnlessSignedOut);
      } catch (error) {
        if (abortController.signal.aborted) return;
        if (error instanceof SignedOutError) return handleSignedOut(error);
        const retryAfterMs = error instanceof ServerUnreachableError ? error.retryAfterMs : 0;
        updateState({ connection: retryAfterMs > 0 ? 'busy' : 'offline' });
        const backoff = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
        failures += 1;
        await new Promise<void>((resolve) => {
          pause = { end: resolve, isServerPause: retryAfterMs > 0 };
          setTimeout(resolve, Math.max(backoff, Math.min(retryAfterMs, MAX_SERVER_PAUSE_MS)));
        });
      }
    }
  };
  // When the window holding the lock closes, another takes over.
  void navigator.locks
    .request(`ronda-${person.id}`, { signal: abortController.signal }, async () => {
      isLeader = true;
      wake();
      await followChanges();
    })
    .catch(() => {});
  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    syncNow,
    stop,
  };
};

export type Synchronizer = ReturnType<typeof startSynchronizer>;
