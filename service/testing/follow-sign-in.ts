import type { BrowserResponse, NoJsBrowser } from './no-js-browser.ts';

const MAX_REDIRECTS = 12;

/** A chain of redirects: the last response, its URL, and the URLs of all redirects. */
export type RedirectChain = { response: BrowserResponse; address: string; trail: string[] };

/**
 * Follows redirects until there are no more, or until one leads to a URL with a fragment (which is not sent to servers)
 * or for which `isEnd` returns true.
 */
export const followSignIn = async (
  browser: NoJsBrowser,
  start: string,
  isEnd: (url: URL) => boolean = () => false,
): Promise<RedirectChain> => {
  const trail: string[] = [];
  let address = start;
  for (let step = 0; step < MAX_REDIRECTS; step++) {
    const response = await browser.get(address);
    if (response.location === null) return { response, address, trail };
    const nextUrl = new URL(response.location, new URL(address, 'http://127.0.0.1'));
    trail.push(nextUrl.href);
    if (nextUrl.hash !== '' || isEnd(nextUrl)) return { response, address: nextUrl.href, trail };
    address = nextUrl.href;
  }
  throw new Error(`Too many redirects: ${trail.join(' ')}`);
};

export const parseFragment = (address: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
