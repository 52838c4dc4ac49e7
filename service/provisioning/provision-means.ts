import type { Passwords } from '#service/identity/passwords.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { Seal } from '#service/sign-in/seal.ts';

/** What it takes to keep the secrets of a file. */
export type ProvisionMeans = {
  passwords: Passwords;
  seal: Seal;
  /** Which addresses of identity providers may be called. */
  outgoingPolicy: OutgoingPolicy;
};
