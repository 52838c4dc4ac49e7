import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findViolatedConstraint } from '#service/database/database-failure.ts';
import { run, statement } from '#service/database/statement.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { emailAddressTaken, userNameTaken } from './user-problems.ts';
import { lockUser, type UserRow } from './user-row.ts';

export type UserFields = {
  userName: string;
  isService?: boolean | undefined;
  name?: string | undefined;
  surname?: string | undefined;
  emailAddress?: string | null | undefined;
  isActive?: boolean | undefined;
  passwordHash?: string | undefined;
  passwordGrant?: boolean | undefined;
};

const INSERT_USER = statement('insert-user')`
  insert into app_user (tenant_id, user_name, name, surname, email_address, is_active, is_service, password_hash,
                        password_grant)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning user_id`;

export const insertUser = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  {
    userName,
    isService = false,
    name = userName,
    surname = '',
    emailAddress = null,
    isActive = true,
    passwordHash,
    passwordGrant = true,
  }: UserFields,
): Promise<UserRow> => {
  const { tenantId } = actor;
  const [row] = await run(trx, INSERT_USER, [
    tenantId,
    userName,
    name,
    surname,
    emailAddress,
    isActive,
    isService,
    passwordHash ?? null,
    passwordGrant,
  ]).catch((error: unknown) => {
    throw translateUserConflict(error, { userName, emailAddress });
  });
  const user = await lockUser(trx, tenantId, row!.user_id);
  await recordAudit(trx, actor, {
    kind: 'user.created',
    target: { type: 'user', id: user.userId, name: userName },
    details: { name, surname, emailAddress, isActive, isService, hasPassword: passwordHash !== undefined },
  });
  return user;
};

export const translateUserConflict = (
  error: unknown,
  { userName, emailAddress }: { userName: string; emailAddress: string | null },
): unknown => {
  const constraint = findViolatedConstraint(error);
  if (constraint === 'app_user_user_name_key') return userNameTaken(userName);
  if (constraint === 'app_user_email_address_key') return emailAddressTaken(emailAddress ?? '');
  return error;
};
