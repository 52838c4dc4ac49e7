/** The mechanism with which a user or client signs in. */
export type SignInMechanism = 'password' | 'client secret' | 'oidc' | 'oauth2' | 'wsfederation';

/** Reports the number of sign-ins to the metrics and the server log, without names of users. */
export type SignInMonitor = {
  /** `throttled`: not checked because of earlier failures, or of too many attempts from one address. */
  count(mechanism: SignInMechanism, result: 'succeeded' | 'failed' | 'throttled'): void;
  /** Many sign-ins in an organisation fail, possibly because of password guessing. Called at most every 15 minutes. */
  alarm(tenantId: number): void;
};
