/** Where a browser is sent to sign in with an identity provider; what its address asks for already is kept. */
export const signInAddress = (to: {
  signInUrl: string;
  realm: string;
  /** The state of this sign-in (L5). */
  wctx: string;
  /** The address that the answer is posted to (L7). */
  wreply: string;
}): string => {
  const address = new URL(to.signInUrl);
  address.searchParams.set('wa', 'wsignin1.0');
  address.searchParams.set('wtrealm', to.realm);
  address.searchParams.set('wctx', to.wctx);
  address.searchParams.set('wreply', to.wreply);
  return address.href;
};
