import type { Config } from '#service/config.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { createOutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { ProvisionDependencies } from '#service/provisioning/provision-dependencies.ts';
import { createSecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { readSecretKey } from './secret-key.ts';

export const createProvisionDependencies = async (config: Config): Promise<ProvisionDependencies> => ({
  passwords: createPasswordHasher(),
  encryption: createSecretEncryption(await readSecretKey(config)),
  outgoingPolicy: createOutgoingPolicy(config),
});
