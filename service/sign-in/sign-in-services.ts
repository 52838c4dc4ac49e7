import type { Database } from '#service/database/connect.ts';
import type { AsProblem } from '#service/http/envelope.ts';
import type { Actors } from '#service/identity/actors.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import type { RateLimit } from '#service/identity/rate-limit.ts';
import type { SignInMonitor } from '#service/identity/tokens/sign-in-monitor.ts';
import type { SignInThrottle } from '#service/identity/tokens/sign-in-throttle.ts';
import type { Outgoing } from '#service/outgoing/outgoing.ts';
import type { ProviderClientFactory } from './external/provider-client.ts';
import type { SecretEncryption } from './secret-encryption.ts';

export type SignInServices = {
  db: Database;
  actors: Actors;
  passwords: Passwords;
  throttle: SignInThrottle;
  countSignIn: SignInMonitor['count'];
  newId: () => string;
  now: () => number;
  publicUrl: string | undefined;
  /** Allows secrets over plain HTTP, for test environments (decision A3). */
  allowInsecureHttp: boolean;
  /** Limits how many sign-ins with identity providers can be started from one network. */
  startLimit: RateLimit<string>;
  createProviderClient: ProviderClientFactory;
  outgoing: Outgoing;
  encryption: SecretEncryption;
  asProblem: AsProblem;
};
