import type { Passwords } from '#service/identity/passwords.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';

/** The services that provisioning needs to store secrets and to validate URLs. */
export type ProvisionDependencies = {
  passwords: Passwords;
  encryption: SecretEncryption;
  /** Determines which URLs of identity providers are allowed. */
  outgoingPolicy: OutgoingPolicy;
};
