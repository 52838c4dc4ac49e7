import { randomBytes } from 'node:crypto';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { createOutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { ProvisionDependencies } from '#service/provisioning/provision-dependencies.ts';
import { createSecretEncryption, ENCRYPTION_KEY_BYTES } from '#service/sign-in/secret-encryption.ts';

export const createTestDependencies = (): ProvisionDependencies => ({
  passwords: createPasswordHasher(),
  encryption: createSecretEncryption(randomBytes(ENCRYPTION_KEY_BYTES)),
  outgoingPolicy: createOutgoingPolicy({ allowPrivateTargets: [], allowInsecureHttp: false }),
});
