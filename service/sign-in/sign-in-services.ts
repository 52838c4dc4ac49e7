import type { Database } from '#service/database/connect.ts';
import type { Actors } from '#service/identity/actors.ts';
import type { Allowance } from '#service/identity/allowance.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import type { SignInThrottle } from '#service/identity/tokens/sign-in-throttle.ts';
import type { SignInWatch } from '#service/identity/tokens/sign-in-watch.ts';
import type { Outgoing } from '#service/outgoing/outgoing.ts';
import type { Problem } from '#service/problem.ts';
import type { ProviderClients } from './external/provider-client.ts';
import type { Seal } from './seal.ts';

/** What signing in by a browser needs. */
export type SignInServices = {
  db: Database;
  actors: Actors;
  passwords: Passwords;
  throttle: SignInThrottle;
  /** Tells whoever looks after the server how many sign in by a provider, and how many are refused. */
  countSignIn: SignInWatch['count'];
  newId: () => string;
  now: () => number;
  publicUrl: string | undefined;
  /** For laboratories: secrets may travel over plain HTTP (decision A3). */
  allowInsecureHttp: boolean;
  /** How many sign-ins by providers may be begun from a network. */
  starts: Allowance<string>;
  clients: ProviderClients;
  outgoing: Outgoing;
  seal: Seal;
  asProblem: (error: unknown) => Problem | undefined;
};
