import type { Passwords } from '#service/identity/passwords.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';

/** What provisioning needs to store secrets and to check addresses. */
export type ProvisionDependencies = {
  passwords: Passwords;
  encryption: SecretEncryption;
  /** Allowed addresses of identity providers. */
  outgoingPolicy: OutgoingPolicy;
};
