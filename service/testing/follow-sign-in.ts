import type { BrowserResponse, ScriptlessBrowser } from './scriptless-browser.ts';

const MAX_REDIRECTS = 12;

/** The end of a chain of redirects: the last response, and the addresses on the way. */
export type Followed = { response: BrowserResponse; address: string; trail: string[] };

/**
 * Follows redirects until there are none left, an address has a fragment (which is for a page, not for a server), or
 * `until` returns true.
 */
export const followSignIn = async (
  browser: ScriptlessBrowser,
  start: string,
  until: (address: URL) => boolean = () => false,
): Promise<Followed> => {
  const trail: string[] = [];
  let address = start;
  for (let step = 0; step < MAX_REDIRECTS; step++) {
    const response = await browser.get(address);
    if (response.location === null) return { response, address, trail };
    const next = new URL(response.location, new URL(address, 'http://127.0.0.1'));
    trail.push(next.href);
    if (next.hash !== '' || until(next)) return { response, address: next.href, trail };
    address = next.href;
  }
  throw new Error(`Too many redirects: ${trail.join(' ')}`);
};

/** The parameters in the fragment of an address. */
export const fragmentOf = (address: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
