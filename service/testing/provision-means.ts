import { randomBytes } from 'node:crypto';
import { createPasswords } from '#service/identity/passwords.ts';
import { createOutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { ProvisionMeans } from '#service/provisioning/provision-means.ts';
import { createSeal, SEAL_KEY_BYTES } from '#service/sign-in/seal.ts';

/** What it takes to keep the secrets of a file, with a key of the test's own. */
export const createMeans = (): ProvisionMeans => ({
  passwords: createPasswords(),
  seal: createSeal(randomBytes(SEAL_KEY_BYTES)),
  outgoingPolicy: createOutgoingPolicy({ allowPrivateTargets: [], allowInsecureHttp: false }),
});
