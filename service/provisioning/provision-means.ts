import type { Passwords } from '#service/identity/passwords.ts';
import type { Seal } from '#service/sign-in/seal.ts';

/** What it takes to keep the secrets of a file. */
export type ProvisionMeans = {
  passwords: Passwords;
  seal: Seal;
  /** For laboratories: identity providers may be spoken to over plain HTTP. */
  allowInsecureHttp: boolean;
};
