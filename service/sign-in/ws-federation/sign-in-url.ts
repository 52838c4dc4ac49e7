/** Builds the URL for signing in with an identity provider. Parameters already in its configured URL are preserved. */
export const buildSignInUrl = ({
  signInUrl,
  realm,
  wctx,
  wreply,
}: {
  signInUrl: string;
  realm: string;
  /** The state of this sign-in (L5). */
  wctx: string;
  /** The URL that the response is posted to (L7). */
  wreply: string;
}): string => {
  const url = new URL(signInUrl);
  url.searchParams.set('wa', 'wsignin1.0');
  url.searchParams.set('wtrealm', realm);
  url.searchParams.set('wctx', wctx);
  url.searchParams.set('wreply', wreply);
  return url.href;
};
