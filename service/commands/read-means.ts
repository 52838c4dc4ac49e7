import type { Config } from '#service/config.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import { createOutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { ProvisionMeans } from '#service/provisioning/provision-means.ts';
import { createSeal } from '#service/sign-in/seal.ts';
import { readSecretKey } from './secret-key.ts';

/** What it takes to keep secrets, as the settings say. */
export const readMeans = async (config: Config): Promise<ProvisionMeans> => ({
  passwords: createPasswords(),
  seal: createSeal(await readSecretKey(config)),
  outgoingPolicy: createOutgoingPolicy(config),
});
