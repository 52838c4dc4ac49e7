import { msg } from '#i18n/message.ts';

/** The requirements for a URL that receives an access token in its fragment (S16). */
export const REDIRECT_URI_HINT = msg`an absolute http or https address without a user name, fragment, backslashes, spaces or control characters`;

/** Returns true if all URL parsers, including those in browsers, interpret the URL the same way. */
export const isRedirectUri = (uri: string): boolean => {
  // URL parsers silently remove or convert these characters.
  if (!/^https?:\/\/[^/?]/i.test(uri) || /[\s\\#\p{Cc}]/u.test(uri)) return false;
  // Parsing drops an empty user name, as in https://@host.
  const [, , host = ''] = uri.split(/[/?]/, 3);
  return !host.includes('@') && URL.canParse(uri);
};
