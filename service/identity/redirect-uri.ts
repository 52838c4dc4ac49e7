import { sentence } from '#i18n/sentence.ts';

/** The requirements for a URL that receives an access token in its fragment (S16). */
export const REDIRECT_URI_HINT = sentence`an absolute http or https address without a user name, fragment, backslashes, spaces or control characters`;

/** Returns true if all URL parsers, including those of browsers, read the URL in the same way. */
export const isRedirectUri = (uri: string): boolean => {
  // URL parsers remove or convert these characters silently.
  if (!/^https?:\/\/[^/?]/i.test(uri) || /[\s\\#\p{Cc}]/u.test(uri)) return false;
  // Parsing removes an empty user name, as in https://@host.
  const [, , host = ''] = uri.split(/[/?]/, 3);
  return !host.includes('@') && URL.canParse(uri);
};
