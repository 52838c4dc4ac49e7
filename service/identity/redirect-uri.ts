import { sentence } from '#sentences/sentence.ts';
/** What an address must be to which browsers are sent with an access token in its fragment (S16). */
export const REDIRECT_URI_HINT = sentence`an absolute http or https address without user name, fragment, backslash, blank and control character`;

/** Whether it may be listed as one. It says the same to everybody who reads it, browsers among them. */
export const isRedirectUri = (text: string): boolean => {
  // What a URL parser leaves out or turns round in silence would be another address than the one that is seen.
  if (!/^https?:\/\/[^/?]/i.test(text) || /[\s\\#\p{Cc}]/u.test(text)) return false;
  // An empty user name, as in https://@host, parses to none.
  const [, , host = ''] = text.split(/[/?]/, 3);
  return !host.includes('@') && URL.canParse(text);
};
