import type { ProvisionTenant } from '#contract/provision.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import type { ExistingData } from './existing-data.ts';
import { nameKey } from './partial-file.ts';
import type { Progress } from './progress.ts';

/** The number that Passwords runs in parallel: more would wait in its queue, which sign-ins need too. */
const AT_ONCE = 2;

/**
 * Returns the hashes of passwords that differ from the stored ones, by user name. A hash takes about 25 ms, so they are
 * calculated before the transaction starts, and unchanged passwords are recognised.
 */
export const planPasswords = async (
  passwords: Passwords,
  tenant: ProvisionTenant,
  { users }: ExistingData,
  onProgress: (progress: Progress) => void,
): Promise<ReadonlyMap<string, string>> => {
  const given = (tenant.users ?? []).flatMap(({ userName, password }) =>
    password === undefined ? [] : [{ key: nameKey(userName), password }],
  );
  const hashes = new Map<string, string>();
  const waiting = given.values();
  let done = 0;
  const work = async () => {
    for (const { key, password } of waiting) {
      const stored = users.get(key)?.passwordHash ?? null;
      const isRight = stored !== null && (await passwords.verify(password, stored));
      if (!isRight) hashes.set(key, await passwords.hash(password));
      onProgress({ label: 'Hashing passwords', done: ++done, total: given.length });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return hashes;
};
