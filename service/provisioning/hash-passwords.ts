import type { ProvisionTenant } from '#contract/provision.ts';
import { CONCURRENT_HASHES, type Passwords } from '#service/identity/passwords.ts';
import type { ExistingData } from './existing-data.ts';
import { createNameKey } from './partial-file.ts';
import type { Progress } from './progress.ts';

/** Returns the hashes of changed passwords by user name. Must run before the transaction: each hash takes 25 ms. */
export const hashPasswords = async (
  passwords: Passwords,
  tenant: ProvisionTenant,
  { users }: ExistingData,
  onProgress: (progress: Progress) => void,
): Promise<ReadonlyMap<string, string>> => {
  const passwordsInFile = (tenant.users ?? []).flatMap(({ userName, password }) =>
    password === undefined ? [] : [{ key: createNameKey(userName), password }],
  );
  const hashes = new Map<string, string>();
  const queue = passwordsInFile.values();
  let done = 0;
  const hashNext = async () => {
    for (const { key, password } of queue) {
      const storedHash = users.get(key)?.passwordHash ?? null;
      const isUnchanged = storedHash !== null && (await passwords.verify(password, storedHash));
      if (!isUnchanged) hashes.set(key, await passwords.hash(password));
      onProgress({ label: 'Hashing passwords', done: ++done, total: passwordsInFile.length });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_HASHES }, hashNext));
  return hashes;
};
