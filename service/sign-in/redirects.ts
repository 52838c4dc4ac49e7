/** The URLs where a sign-in may end: on this server, or listed by an administrator (L3). */
export type RedirectRules = {
  /** This server's URL, without a trailing slash. */
  base: string;
  /** The other URLs that the tenant allows, which must match exactly. */
  allowed: readonly string[];
};

const MAX_URL_LENGTH = 2_048;
/** Browsers treat a backslash as a slash, and drop tabs and line breaks anywhere in a URL. */
const UNSAFE_CHARACTERS = /[\\\s\p{Cc}]/u;

export const resolveOwnPath = (base: string, path: string): string | undefined => {
  if (!/^\/(?!\/)/.test(path)) return undefined;
  return resolveOwnUrl(base, base + path);
};

export const resolveAllowedUrl = ({ base, allowed }: RedirectRules, target: string): string | undefined =>
  resolveOwnUrl(base, target) ?? findListedUrl(allowed, target);

/** Resolves a `returnUrl`, which is a path on this server or a listed URL. */
export const resolveReturnUrl = ({ base, allowed }: RedirectRules, target: string): string | undefined =>
  resolveOwnPath(base, target) ?? findListedUrl(allowed, target);

const resolveOwnUrl = (base: string, target: string): string | undefined => {
  const [home, url] = [new URL(`${base}/`), parseUrl(target)];
  const isOwn =
    url?.origin === home.origin &&
    `${url.pathname}/`.startsWith(home.pathname) &&
    // Without an origin, browsers would take a path like this for another host.
    !url.pathname.startsWith('//');
  return isOwn ? url.href : undefined;
};

const findListedUrl = (allowed: readonly string[], target: string): string | undefined => {
  const href = parseUrl(target)?.href;
  return allowed.some((listed) => href === new URL(listed).href) ? href : undefined;
};

const parseUrl = (target: string): URL | undefined => {
  if (target.length > MAX_URL_LENGTH || UNSAFE_CHARACTERS.test(target) || target.includes('#'))
    return undefined;
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  // Once parsed, an empty user name, as in https://@host, is no longer visible.
  return target.slice(0, target.indexOf(url.host)).includes('@') ? undefined : url;
};
