import { randomBytes } from 'node:crypto';
import { createPasswords } from '#service/identity/passwords.ts';
import { createOutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { ProvisionDependencies } from '#service/provisioning/provision-dependencies.ts';
import { createSecretEncryption, SEAL_KEY_BYTES } from '#service/sign-in/secret-encryption.ts';

/** Creates the dependencies of provisioning with a random key. */
export const createTestDependencies = (): ProvisionDependencies => ({
  passwords: createPasswords(),
  seal: createSecretEncryption(randomBytes(SEAL_KEY_BYTES)),
  outgoingPolicy: createOutgoingPolicy({ allowPrivateTargets: [], allowInsecureHttp: false }),
});
