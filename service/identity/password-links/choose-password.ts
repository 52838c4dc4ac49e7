import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import type { Actors } from '#service/identity/actors.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { AuditOrigin } from '#service/identity/audit/record-audit.ts';
import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { updateUser } from '#service/identity/users/update-user.ts';
import { lockUser } from '#service/identity/users/user-row.ts';
import { findPasswordLink, type PasswordLink } from './password-link.ts';
import { passwordLinkNotFound } from './password-link-problems.ts';

/** Sets a password through a single-use link. Revokes all of the user's access and clears their sign-in delays. */
export const choosePassword = async (
  { db, passwords, actors }: { db: Database; passwords: Passwords; actors: Actors },
  token: string,
  { password, origin }: { password: string; origin: AuditOrigin },
): Promise<PasswordLink> => {
  const link = await findPasswordLink(db, token);
  if (!link) throw passwordLinkNotFound();
  const { tenantId, userId, userName } = link;
  await rejectUnsuitablePassword(password, link);
  const passwordHash = await passwords.hash(password);
  await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, tenantId, userId);
    // A concurrent request may have used the link in the meantime.
    if (!(await findPasswordLink(trx, token))) throw passwordLinkNotFound();
    const actor = { tenantId, userId, userName, clientId: null, origin };
    await updateUser(trx, actor, user, { passwordHash }, { usesLink: true });
    await announceIdentityChange(trx, tenantId);
  });
  actors.clear();
  return link;
};
