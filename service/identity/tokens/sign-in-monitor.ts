export type SignInMechanism = 'password' | 'client secret' | 'oidc' | 'oauth2' | 'wsfederation';

/** Reports the number of sign-ins to the metrics and the server log, without user names. */
export type SignInMonitor = {
  /**
   * Counts a sign-in attempt. It is `throttled` if it was not checked, because of earlier failures or because too
   * many attempts came from one address.
   */
  count(mechanism: SignInMechanism, result: 'succeeded' | 'failed' | 'throttled'): void;
  /**
   * Called at most every 15 minutes, when many sign-ins in an organisation fail, because someone may be guessing
   * passwords.
   */
  raiseAlarm(tenantId: number): void;
};
