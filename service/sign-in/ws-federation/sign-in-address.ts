/** Builds the address for signing in with an identity provider; keeps the parameters of its configured address. */
export const signInAddress = ({
  signInUrl,
  realm,
  wctx,
  wreply,
}: {
  signInUrl: string;
  realm: string;
  /** The state of this sign-in (L5). */
  wctx: string;
  /** The address that the response is posted to (L7). */
  wreply: string;
}): string => {
  const address = new URL(signInUrl);
  address.searchParams.set('wa', 'wsignin1.0');
  address.searchParams.set('wtrealm', realm);
  address.searchParams.set('wctx', wctx);
  address.searchParams.set('wreply', wreply);
  return address.href;
};
