import { sentence } from '#i18n/sentence.ts';
/** The requirements for an address to which browsers are redirected with an access token in the fragment (S16). */
export const REDIRECT_URI_HINT = sentence`an absolute http or https address without a user name, fragment, backslashes, spaces or control characters`;

/** Returns true if the address may be listed. Every parser, browsers included, must read such an address in the same way. */
export const isRedirectUri = (text: string): boolean => {
  // URL parsers silently remove or convert these characters, so the result would differ from the address as shown.
  if (!/^https?:\/\/[^/?]/i.test(text) || /[\s\\#\p{Cc}]/u.test(text)) return false;
  // An empty user name, as in https://@host, is not visible after parsing.
  const [, , host = ''] = text.split(/[/?]/, 3);
  return !host.includes('@') && URL.canParse(text);
};
