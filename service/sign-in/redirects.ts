/** The addresses at which a sign-in may end: on this server, or listed by an administrator (L3). */
export type RedirectRules = {
  /** The address of this server, without a trailing slash. */
  base: string;
  /** The tenant's other addresses, compared exactly. */
  allowed: readonly string[];
};

const MAX_ADDRESS_LENGTH = 2_048;
/** Browsers treat a backslash as a slash and drop tabs and line breaks anywhere in an address. */
const UNSAFE_CHARACTERS = /[\\\s\p{Cc}]/u;

/** Resolves a path of this server; returns undefined for any other address. */
export const ownAddress = (base: string, path: string): string | undefined => {
  if (!/^\/(?!\/)/.test(path)) return undefined;
  return ownUrl(base, base + path);
};

/** Returns the absolute address if a sign-in may end there; otherwise undefined. */
export const allowedAddress = ({ base, allowed }: RedirectRules, address: string): string | undefined =>
  ownUrl(base, address) ?? listedUrl(allowed, address);

/** Resolves a `returnUrl`: a path of this server, or a listed address. */
export const returnAddress = ({ base, allowed }: RedirectRules, address: string): string | undefined =>
  ownAddress(base, address) ?? listedUrl(allowed, address);

const ownUrl = (base: string, address: string): string | undefined => {
  const [home, url] = [new URL(`${base}/`), parse(address)];
  const isOwn =
    url?.origin === home.origin &&
    `${url.pathname}/`.startsWith(home.pathname) &&
    // Browsers treat such a path without an origin as another host.
    !url.pathname.startsWith('//');
  return isOwn ? url.href : undefined;
};

const listedUrl = (allowed: readonly string[], address: string): string | undefined => {
  const href = parse(address)?.href;
  return allowed.some((listed) => href === new URL(listed).href) ? href : undefined;
};

const parse = (address: string): URL | undefined => {
  if (address.length > MAX_ADDRESS_LENGTH || UNSAFE_CHARACTERS.test(address) || address.includes('#'))
    return undefined;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  // An empty user name, as in https://@host, is not visible after parsing.
  return address.slice(0, address.indexOf(url.host)).includes('@') ? undefined : url;
};
