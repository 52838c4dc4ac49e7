import type { Passwords } from '#service/identity/passwords.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';

export type ProvisionDependencies = {
  passwords: Passwords;
  encryption: SecretEncryption;
  outgoingPolicy: OutgoingPolicy;
};
