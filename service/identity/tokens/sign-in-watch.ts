/** What somebody proves to be somebody by. */
export type SignInMechanism = 'password' | 'client secret' | 'oidc' | 'oauth2' | 'wsfederation';

/** What whoever looks after the server is told of sign-ins: how many, never whose. */
export type SignInWatch = {
  /** `slowed`: it was not looked at, for too many have failed before, or were begun from one address. */
  count(mechanism: SignInMechanism, result: 'succeeded' | 'failed' | 'slowed'): void;
  /** So many fail in an organisation that somebody may be guessing; said once in a quarter of an hour. */
  alarm(tenantId: number): void;
};
