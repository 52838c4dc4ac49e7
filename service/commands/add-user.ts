import { NewUser } from '#contract/user.ts';
import { verbatim } from '#i18n/message.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { createOperatorActor } from '#service/identity/audit/record-audit.ts';
import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { lockRolesByName } from '#service/identity/roles/role-queries.ts';
import { insertUser } from '#service/identity/users/insert-user.ts';
import { setRoles } from '#service/identity/users/set-roles.ts';
import { createSchemaCheck } from '#service/shape/shape-check.ts';
import { ArgumentError, requireValid, withArgumentErrors } from './argument-error.ts';
import type { CommandContext } from './command-context.ts';
import { readNewPassword } from './new-password.ts';
import { readTenantId } from './read-tenant-id.ts';
import { withDatabase } from './with-database.ts';

type Arguments = {
  userName: string;
  tenant: string;
  name?: string;
  surname?: string;
  email?: string;
  role?: string[];
  service?: boolean;
  passwordStdin?: boolean;
};

const checkUser = createSchemaCheck(NewUser, { documentName: verbatim('The user') });

/** `ronda user create NAME` */
export const addUser = async (
  context: CommandContext,
  { userName, tenant, name, surname, email, role = [], service, passwordStdin }: Arguments,
): Promise<void> => {
  const input: NewUser = {
    userName,
    ...(name !== undefined && { name }),
    ...(surname !== undefined && { surname }),
    ...(email !== undefined && { emailAddress: email }),
    ...(service && { isService: true }),
    roles: role,
  };
  requireValid(checkUser, input);
  if (service && passwordStdin) throw new ArgumentError('A service user has no password.');
  const newPassword = service ? undefined : await readNewPassword(passwordStdin, process.stdin);
  if (newPassword) await withArgumentErrors(() => rejectUnsuitablePassword(newPassword.password, input));
  await withDatabase(context, async ({ db }) => {
    const tenantId = await readTenantId(db, tenant);
    const passwordHash = newPassword && (await createPasswordHasher().hash(newPassword.password));
    await withArgumentErrors(() =>
      inTransaction(db, async (trx) => {
        const operator = createOperatorActor(tenantId, 'command line');
        const roles = await lockRolesByName(trx, tenantId, role);
        const user = await insertUser(trx, operator, { ...input, passwordHash });
        await setRoles(trx, operator, user, roles);
        await announceIdentityChange(trx, tenantId);
      }),
    );
    context.print(`Created ${service ? 'service user' : 'user'} ${userName}.`);
    for (const line of newPassword?.messages ?? []) context.print(line);
  });
};
