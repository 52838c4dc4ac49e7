/** The mechanism with which a user or client signs in. */
export type SignInMechanism = 'password' | 'client secret' | 'oidc' | 'oauth2' | 'wsfederation';

/** Reports sign-ins to the metrics and the log of the server: their numbers, never the names of users. */
export type SignInMonitor = {
  /** `throttled`: the attempt was not checked, because of earlier failures or too many attempts from one address. */
  count(mechanism: SignInMechanism, result: 'succeeded' | 'failed' | 'throttled'): void;
  /** So many sign-ins fail in an organisation that someone may be guessing passwords; called at most once in 15 minutes. */
  alarm(tenantId: number): void;
};
