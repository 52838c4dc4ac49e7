import type { ProvisionTenant } from '#contract/provision.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { nameKey } from './loose-file.ts';
import type { Progress } from './progress.ts';
import type { Standing } from './standing.ts';

/** As many as Passwords runs at once at most: more would wait in its queue, which sign-ins need too. */
const AT_ONCE = 2;

/**
 * The hashes of passwords that are not those that are stored, by user name. A hash takes about 25 ms, so they are made
 * before a transaction is opened, and a password that is right already is recognised.
 */
export const planPasswords = async (
  passwords: Passwords,
  tenant: ProvisionTenant,
  { users }: Standing,
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
      onProgress({ what: 'passwords', done: ++done, total: given.length });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return hashes;
};
