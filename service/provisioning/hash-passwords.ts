import type { ProvisionTenant } from '#contract/provision.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import type { ExistingData } from './existing-data.ts';
import { nameKey } from './partial-file.ts';
import type { Progress } from './progress.ts';

/** The number of hashes that Passwords calculates in parallel. More would delay sign-ins. */
const CONCURRENCY = 2;

/**
 * Returns the hashes of passwords that differ from the stored ones, by user name. They are calculated before the
 * transaction starts, because each takes about 25 ms.
 */
export const hashPasswords = async (
  passwords: Passwords,
  tenant: ProvisionTenant,
  { users }: ExistingData,
  onProgress: (progress: Progress) => void,
): Promise<ReadonlyMap<string, string>> => {
  const passwordsInFile = (tenant.users ?? []).flatMap(({ userName, password }) =>
    password === undefined ? [] : [{ key: nameKey(userName), password }],
  );
  const hashes = new Map<string, string>();
  const queue = passwordsInFile.values();
  let done = 0;
  const hashNext = async () => {
    for (const { key, password } of queue) {
      const stored = users.get(key)?.passwordHash ?? null;
      const isUnchanged = stored !== null && (await passwords.verify(password, stored));
      if (!isUnchanged) hashes.set(key, await passwords.hash(password));
      onProgress({ label: 'Hashing passwords', done: ++done, total: passwordsInFile.length });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, hashNext));
  return hashes;
};
