import type { BrowserAnswer, PlainBrowser } from './plain-browser.ts';

const MOST_REDIRECTS = 12;

/** The end of a way through redirects: the last answer, and the addresses on it. */
export type Followed = { answer: BrowserAnswer; address: string; trail: string[] };

/**
 * Goes where a browser is led, until it is led no further, or an address has a fragment, which is for a page and no server,
 * or `until` recognises it.
 */
export const followSignIn = async (
  browser: PlainBrowser,
  start: string,
  until: (address: URL) => boolean = () => false,
): Promise<Followed> => {
  const trail: string[] = [];
  let address = start;
  for (let step = 0; step < MOST_REDIRECTS; step++) {
    const answer = await browser.get(address);
    if (answer.location === null) return { answer, address, trail };
    const next = new URL(answer.location, new URL(address, 'http://127.0.0.1'));
    trail.push(next.href);
    if (next.hash !== '' || until(next)) return { answer, address: next.href, trail };
    address = next.href;
  }
  throw new Error(`The browser was led in a circle: ${trail.join(' ')}`);
};

/** What an address tells a page in its fragment. */
export const fragmentOf = (address: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
