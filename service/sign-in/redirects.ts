/** The URLs where a sign-in may end: on this server, or listed by an administrator (L3). */
type RedirectRules = {
  /** This server's URL, without a trailing slash. */
  base: string;
  /** Other URLs the tenant allows, which must match exactly. */
  allowedUrls: readonly string[];
};

const MAX_URL_LENGTH = 2_048;
/** Browsers treat a backslash as a slash, and drop tabs and line breaks anywhere in a URL. */
const UNSAFE_CHARACTERS = /[\\\s\p{Cc}]/u;

export const resolveOwnPath = (base: string, path: string): string | undefined => {
  if (!/^\/(?!\/)/.test(path)) return undefined;
  return resolveOwnUrl(base, base + path);
};

export const resolveAllowedUrl = ({ base, allowedUrls }: RedirectRules, target: string): string | undefined =>
  resolveOwnUrl(base, target) ?? findAllowedUrl(allowedUrls, target);

/** Resolves a `returnUrl`, which is a path on this server or a listed URL. */
export const resolveReturnUrl = ({ base, allowedUrls }: RedirectRules, target: string): string | undefined =>
  resolveOwnPath(base, target) ?? findAllowedUrl(allowedUrls, target);

const resolveOwnUrl = (base: string, target: string): string | undefined => {
  const [baseUrl, url] = [new URL(`${base}/`), parseUrl(target)];
  const isOwn =
    url?.origin === baseUrl.origin &&
    `${url.pathname}/`.startsWith(baseUrl.pathname) &&
    // Browsers would resolve a path that starts with '//' to another host.
    !url.pathname.startsWith('//');
  return isOwn ? url.href : undefined;
};

const findAllowedUrl = (allowedUrls: readonly string[], target: string): string | undefined => {
  const href = parseUrl(target)?.href;
  return allowedUrls.some((allowedUrl) => href === new URL(allowedUrl).href) ? href : undefined;
};

const parseUrl = (target: string): URL | undefined => {
  if (target.length > MAX_URL_LENGTH || UNSAFE_CHARACTERS.test(target) || target.includes('#'))
    return undefined;
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  // URL.parse drops an empty user name, as in https://@host, so this checks the original text.
  return target.slice(0, target.indexOf(url.host)).includes('@') ? undefined : url;
};
