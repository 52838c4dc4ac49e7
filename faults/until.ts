import { setTimeout } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/** Waits for what no event tells (another process, another machine); gives up after `withinMs` and says on what. */
export const until = async <Found>(
  what: string,
  look: () => Promise<Found | undefined | false> | Found | undefined | false,
  withinMs = 30_000,
): Promise<Found> => {
  for (const deadline = performance.now() + withinMs; ; await setTimeout(LOOK_EVERY_MS)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain: ${what}`);
  }
};

/** Longer than any time-out of the server, a reader's wait included. */
const HANGS_AFTER_MS = 45_000;

/** The answer, or an error when there is none for longer than any request may take. */
export const inTime = async <Answer>(what: string, answer: Promise<Answer>): Promise<Answer> => {
  const given = new AbortController();
  const late = setTimeout(HANGS_AFTER_MS, undefined, { signal: given.signal }).then(() => {
    throw new Hanging(`${what} had no answer for ${HANGS_AFTER_MS / 1_000} s`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => undefined);
    given.abort();
  }
};

/** A request that neither succeeds nor fails. */
export class Hanging extends Error {}
