import type { UserPatch } from '#contract/user.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { mustHold, mustHoldWhatUserHolds } from '#service/identity/must-hold.ts';
import { resolveRoles } from '#service/identity/roles/role-queries.ts';
import { keepAdministrator } from './keep-administrator.ts';
import { rolesBetween, rolesOf, setRoles } from './set-roles.ts';
import { columnsOf, updateUser } from './update-user.ts';
import {
  cannotDisableOneself,
  ownPasswordElsewhere,
  passwordOfService,
  userOutdated,
} from './user-problems.ts';
import { lockUser, type UserRow } from './user-row.ts';

/** What is changed: a password by its hash, made before the transaction begins, for hashing is slow on purpose. */
export type UserChange = {
  userId: number;
  patch: Omit<UserPatch, 'password'>;
  /** null: the user has none any more; undefined: as it is. */
  passwordHash: string | null | undefined;
  isExpected: Precondition;
};

/** Changes what is given of a user. Disabling it or another password end every way in that was open (decision A7). */
export const editUser = async (
  trx: DatabaseTransaction,
  author: Author,
  change: UserChange,
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'Users.Manage');
  const { userId, patch, passwordHash } = change;
  if (patch.isActive === false && userId === author.userId) throw cannotDisableOneself();
  if (passwordHash !== undefined && userId === author.userId) throw ownPasswordElsewhere();
  const mayTakeAdministrator = patch.isActive === false || patch.roles !== undefined || passwordHash === null;
  const act = () => changeUser(trx, author, change);
  const hasOtherRoles = await (mayTakeAdministrator ? keepAdministrator(trx, tenantId, act) : act());
  // decision C13
  if (hasOtherRoles) await raiseReaderFloor(trx, tenantId, [userId]);
  await announceIdentityChange(trx, tenantId);
};

const changeUser = async (
  trx: DatabaseTransaction,
  author: Author,
  { userId, patch, passwordHash, isExpected }: UserChange,
): Promise<boolean> => {
  const user = await lockUser(trx, author.tenantId, userId);
  if (!isExpected(entityTagOf(user.revision))) throw userOutdated(user.user_name);
  if (user.is_service && typeof passwordHash === 'string') throw passwordOfService();
  // To whom its mail goes, a link by which its password is chosen goes too.
  const { emailAddress = user.email_address } = patch;
  const changesWayIn = passwordHash !== undefined || emailAddress !== user.email_address;
  if (changesWayIn) await mustHoldWhatUserHolds(trx, author, user);
  await updateUser(trx, author, user, columnsOf({ ...patch, passwordHash }));
  return patch.roles !== undefined && (await changeRoles(trx, author, user, patch.roles));
};

const changeRoles = async (
  trx: DatabaseTransaction,
  author: Author,
  user: UserRow,
  names: readonly string[],
): Promise<boolean> => {
  const roles = await resolveRoles(trx, user.tenant_id, names);
  const { taken, given } = rolesBetween(await rolesOf(trx, user), roles);
  for (const role of [...taken, ...given]) mustHold(author, [role], `The role ${role.name}`);
  return setRoles(trx, author, user, roles);
};
