import type { Passwords } from '#service/identity/passwords.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { Seal } from '#service/sign-in/seal.ts';

/** What provisioning needs to store secrets and to check addresses. */
export type ProvisionDependencies = {
  passwords: Passwords;
  seal: Seal;
  /** Allowed addresses of identity providers. */
  outgoingPolicy: OutgoingPolicy;
};
