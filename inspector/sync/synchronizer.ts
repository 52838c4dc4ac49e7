import { retryNow, retryReconnected, watchOutbox } from '#inspector/store/outbox.ts';
import { startOutboxSender } from './outbox-sender.ts';
import { type Person, pull } from './pull.ts';
import { refreshTeams } from './refresh-teams.ts';
import { reportUnsent } from './report-unsent.ts';
import type { Sender } from './send-inspection.ts';
import { EraseRequiredError, ServerUnreachableError, SignedOutError } from './server.ts';

/** The connection to the server. `busy` means that the server asked the device to wait. */
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'busy' | 'signedOut' | 'eraseRequired';

export type SyncState = { connection: ConnectionState; sending: ReadonlySet<string> };

/** A rejected report must not stop the synchronization. It is sent again the next time. */
const ignoreUnlessSignedOut = (error: unknown): string => {
  if (error instanceof SignedOutError) throw error;
  return '';
};

const WAIT_SECONDS = 30;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
/** The longest pause that the server can ask for. A wrong value must not stop the device for days. */
const MAX_SERVER_PAUSE_MS = 5 * 60_000;

/** Sends the outbox and reads changes while the app is open. While offline, it waits for a connection. */
export const startSynchronizer = (
  settings: Sender & {
    person: Person;
    saveTeams(teamIds: readonly string[]): Promise<unknown>;
    random(): number;
  },
) => {
  const { store, server, person, saveTeams } = settings;
  const stopping = new AbortController();
  const listeners = new Set<() => void>();
  let state: SyncState = { connection: 'connecting', sending: new Set() };
  /** The pause before the next attempt, and whether the server asked for it. */
  let pause = { end: () => {}, isServerPause: false };
  let isLeader = false;
  // Only one window communicates with the server. It shares the connection state with the others.
  const otherWindows = new BroadcastChannel(`ronda-${person.id}`);
  const update = (changes: Partial<SyncState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
    if (isLeader && !stopping.signal.aborted) otherWindows.postMessage(state.connection);
  };
  otherWindows.onmessage = ({ data }: MessageEvent<ConnectionState | 'reportConnection'>) => {
    if (data !== 'reportConnection') update({ connection: data });
    else if (isLeader) otherWindows.postMessage(state.connection);
  };
  otherWindows.postMessage('reportConnection');
  const stop = () => {
    stopping.abort();
    sender.stop();
    unwatch();
    otherWindows.close();
    removeEventListener('online', reconnect);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
  };
  const signOut = (error: SignedOutError) => {
    // Reports it only once, and not after the person has signed out.
    if (stopping.signal.aborted) return;
    stop();
    update({ connection: error instanceof EraseRequiredError ? 'eraseRequired' : 'signedOut' });
  };
  const sender = startOutboxSender({
    ...settings,
    onSending: () => {
      if (!stopping.signal.aborted) update({ sending: sender.getSending() });
    },
    onSignedOut: signOut,
  });
  // Does not wake the sender while offline, because an attempt would fail for each queue.
  const wake = () => {
    if (isLeader && (navigator.onLine || state.connection === 'online')) sender.wake();
  };
  const unwatch = watchOutbox(store, wake);
  /** Sends everything and reads all changes now, when a person asks for it. */
  const syncNow = () => {
    void retryNow(store).then(wake);
    pause.end();
  };
  /** Runs automatically, so pauses that the server asked for stay in effect. */
  const reconnect = () => {
    void retryReconnected(store).then(wake);
    if (!pause.isServerPause) pause.end();
  };
  const onVisible = () => document.visibilityState === 'visible' && reconnect();
  const onOffline = () => update({ connection: 'offline' });
  addEventListener('online', reconnect);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);

  const followChanges = async () => {
    let failures = 0;
    let lastReport = '';
    while (!stopping.signal.aborted) {
      try {
        const waitSeconds = state.connection === 'online' ? WAIT_SECONDS : 0;
        await pull(store, server, { person, waitSeconds, signal: stopping.signal });
        const isReconnected = failures > 0 || state.connection !== 'online';
        failures = 0;
        update({ connection: 'online' });
        if (isReconnected) {
          void retryReconnected(store).then(wake);
          await refreshTeams(store, server, { person, saveTeams });
        }
        lastReport = await reportUnsent(store, server, lastReport).catch(ignoreUnlessSignedOut);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (error instanceof SignedOutError) return signOut(error);
        const retryAfterMs = error instanceof ServerUnreachableError ? error.retryAfterMs : 0;
        update({ connection: retryAfterMs > 0 ? 'busy' : 'offline' });
        const backoff = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
        failures += 1;
        await new Promise<void>((resolve) => {
          pause = { end: resolve, isServerPause: retryAfterMs > 0 };
          setTimeout(resolve, Math.max(backoff, Math.min(retryAfterMs, MAX_SERVER_PAUSE_MS)));
        });
      }
    }
  };
  // When the window that has the lock is closed, another one takes over.
  void navigator.locks
    .request(`ronda-${person.id}`, { signal: stopping.signal }, async () => {
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
