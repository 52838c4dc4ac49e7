type SignInMechanism = 'password' | 'client secret' | 'oidc' | 'oauth2' | 'wsfederation';

/** Reports the number of sign-ins to the metrics and the server log, without user names. */
export type SignInMonitor = {
  /** An attempt is `throttled` if earlier failures, or too many attempts from its address, prevented a check. */
  count(mechanism: SignInMechanism, result: 'succeeded' | 'failed' | 'throttled'): void;
  /** Called at most every 15 minutes, when many sign-ins in an organisation fail: someone may be guessing passwords. */
  raiseAlarm(tenantId: number): void;
};
