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
