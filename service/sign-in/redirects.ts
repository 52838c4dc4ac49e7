/** Where a sign-in may end: on this server, or at one of the addresses that an administrator has listed (L3). */
export type RedirectRules = {
  /** The address of this server, without a slash at the end. */
  base: string;
  /** The tenant's other addresses, compared exactly. */
  allowed: readonly string[];
};

const LONGEST = 2_048;
/** Browsers take a backslash for a slash and drop tabs and line ends, wherever in an address they stand. */
const TREACHEROUS = /[\\\s\p{Cc}]/u;

/** The address that a path of this server stands for; undefined when it is none, or leads away. */
export const ownAddress = (base: string, path: string): string | undefined => {
  if (!/^\/(?!\/)/.test(path)) return undefined;
  return ownUrl(base, base + path);
};

/** The absolute address at which a sign-in may end; undefined when it may not. */
export const allowedAddress = ({ base, allowed }: RedirectRules, address: string): string | undefined =>
  ownUrl(base, address) ?? listedUrl(allowed, address);

/** As `returnUrl` names it: a path of this server, or a listed address. */
export const returnAddress = ({ base, allowed }: RedirectRules, given: string): string | undefined =>
  ownAddress(base, given) ?? listedUrl(allowed, given);

const ownUrl = (base: string, address: string): string | undefined => {
  const [home, url] = [new URL(`${base}/`), parse(address)];
  const isOwn =
    url?.origin === home.origin &&
    `${url.pathname}/`.startsWith(home.pathname) &&
    // Without the origin before it, this would name another.
    !url.pathname.startsWith('//');
  return isOwn ? url.href : undefined;
};

const listedUrl = (allowed: readonly string[], address: string): string | undefined => {
  const href = parse(address)?.href;
  return allowed.some((one) => href === new URL(one).href) ? href : undefined;
};

const parse = (address: string): URL | undefined => {
  if (address.length > LONGEST || TREACHEROUS.test(address) || address.includes('#')) return undefined;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  // An empty user, as in https://@host, parses to none.
  return address.slice(0, address.indexOf(url.host)).includes('@') ? undefined : url;
};
