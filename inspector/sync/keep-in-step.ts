import { retryNow, retryReconnected } from '#inspector/store/outbox.ts';
import { watchOutbox } from '#inspector/store/watch-outbox.ts';
import { learnTeams } from './learn-teams.ts';
import { type Person, pull } from './pull.ts';
import { reportUnsent } from './report-unsent.ts';
import type { Sender } from './send-inspection.ts';
import { MustErase, SignedOut, Unreachable } from './server.ts';
import { startSync } from './sync.ts';

/** Whether the server is heard. `busy`: it asked the device to wait. */
export type Connection = 'looking' | 'heard' | 'silent' | 'busy' | 'signed out' | 'to be erased';

/** What the app shows of the exchange with the server. */
export type Step = { connection: Connection; sending: ReadonlySet<string> };

export type InStep = {
  now(): Step;
  /** Hears of every change; returns how to stop hearing. */
  onChange(listener: () => void): () => void;
  /** Somebody asks: everything that waits is told, and everything is read, now. */
  hurry(): void;
  stop(): void;
};

/** A report that was refused is told anew the next time; it keeps nothing else from going on. */
const unlessSignedOut = (error: unknown): string => {
  if (error instanceof SignedOut) throw error;
  return '';
};

const WAIT_SECONDS = 30;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** The longest pause that the server can ask for: a wrong value must not stop the device for days. */
const LONGEST_SERVER_PAUSE_MS = 5 * 60_000;

/**
 * Keeps the device and the server in step for as long as the app is open: tells what was done here, reads what was done
 * there. Without a network it waits for one.
 */
export const keepInStep = (
  settings: Sender & {
    person: Person;
    saveTeams(teamIds: readonly string[]): Promise<unknown>;
    chance(): number;
  },
): InStep => {
  const { store, server, person, saveTeams } = settings;
  const stopping = new AbortController();
  const listeners = new Set<() => void>();
  let step: Step = { connection: 'looking', sending: new Set() };
  /** Ends the pause before the next attempt, and whether the server asked for it. */
  let pausing = { end: () => {}, isServerPause: false };
  let isSpeaking = false;
  // One window speaks with the server; the others know from it whether it is heard.
  const others = new BroadcastChannel(`ronda-${person.id}`);
  const change = (changed: Partial<Step>) => {
    step = { ...step, ...changed };
    for (const listener of listeners) listener();
    if (isSpeaking && !stopping.signal.aborted) others.postMessage(step.connection);
  };
  others.onmessage = ({ data }: MessageEvent<Connection | 'who speaks'>) => {
    if (data !== 'who speaks') change({ connection: data });
    else if (isSpeaking) others.postMessage(step.connection);
  };
  others.postMessage('who speaks');
  const stop = () => {
    stopping.abort();
    sync.stop();
    unwatch();
    others.close();
    removeEventListener('online', reconnect);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
  };
  const signOut = (error: SignedOut) => {
    // Told once, and not to who has just signed out.
    if (stopping.signal.aborted) return;
    stop();
    change({ connection: error instanceof MustErase ? 'to be erased' : 'signed out' });
  };
  const sync = startSync({
    ...settings,
    onSending: () => {
      if (!stopping.signal.aborted) change({ sending: sync.sending() });
    },
    onSignedOut: signOut,
  });
  // Without a network dozens of queues would each find out for themselves, as often as the app is opened.
  const poke = () => {
    if (isSpeaking && (navigator.onLine || step.connection === 'heard')) sync.poke();
  };
  const unwatch = watchOutbox(store, poke);
  const hurry = () => {
    void retryNow(store).then(poke);
    pausing.end();
  };
  /** The app does this without a person asking, so pauses that the server asked for remain. */
  const reconnect = () => {
    void retryReconnected(store).then(poke);
    if (!pausing.isServerPause) pausing.end();
  };
  const onVisible = () => document.visibilityState === 'visible' && reconnect();
  const onOffline = () => change({ connection: 'silent' });
  addEventListener('online', reconnect);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);

  const follow = async () => {
    let failures = 0;
    let reported = '';
    while (!stopping.signal.aborted) {
      try {
        const waitSeconds = step.connection === 'heard' ? WAIT_SECONDS : 0;
        await pull(store, server, { person, waitSeconds, signal: stopping.signal });
        const isHeardAnew = failures > 0 || step.connection !== 'heard';
        failures = 0;
        change({ connection: 'heard' });
        if (isHeardAnew) {
          void retryReconnected(store).then(poke);
          await learnTeams(store, server, { person, saveTeams });
        }
        reported = await reportUnsent(store, server, reported).catch(unlessSignedOut);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (error instanceof SignedOut) return signOut(error);
        const askedMs = error instanceof Unreachable ? error.retryAfterMs : 0;
        change({ connection: askedMs > 0 ? 'busy' : 'silent' });
        const backoff = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
        failures += 1;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(backoff, Math.min(askedMs, LONGEST_SERVER_PAUSE_MS)));
          const end = () => {
            clearTimeout(timer);
            resolve();
          };
          pausing = { end, isServerPause: askedMs > 0 };
        });
      }
    }
  };
  // Of several windows one speaks for the device; when it is closed, another does.
  void navigator.locks
    .request(`ronda-${person.id}`, { signal: stopping.signal }, async () => {
      isSpeaking = true;
      poke();
      await follow();
    })
    .catch(() => {});
  return {
    now: () => step,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hurry,
    stop,
  };
};
