import type { BrowserResponse, NoJsBrowser } from './no-js-browser.ts';

const MAX_REDIRECTS = 12;

/** A chain of redirects: the last response, its URL, and the URLs of all redirects. */
export type RedirectChain = { response: BrowserResponse; address: string; trail: string[] };

/**
 * Follows redirects until there are no more, or until they lead to a URL with a fragment (which is not sent to a
 * server) or to one for which `isEnd` returns true.
 */
export const followSignIn = async (
  browser: NoJsBrowser,
  start: string,
  isEnd: (address: URL) => boolean = () => false,
): Promise<RedirectChain> => {
  const trail: string[] = [];
  let address = start;
  for (let step = 0; step < MAX_REDIRECTS; step++) {
    const response = await browser.get(address);
    if (response.location === null) return { response, address, trail };
    const next = new URL(response.location, new URL(address, 'http://127.0.0.1'));
    trail.push(next.href);
    if (next.hash !== '' || isEnd(next)) return { response, address: next.href, trail };
    address = next.href;
  }
  throw new Error(`Too many redirects: ${trail.join(' ')}`);
};

/** Returns the parameters in a URL's fragment. */
export const parseFragment = (address: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
