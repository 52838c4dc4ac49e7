import { NewUser } from '#contract/user.ts';
import { inEnglish, verbatim } from '#sentences/sentence.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { operatorOf } from '#service/identity/audit/record-audit.ts';
import { refuseUnfitPassword } from '#service/identity/password-policy.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import { resolveRoles } from '#service/identity/roles/role-queries.ts';
import { insertUser } from '#service/identity/users/insert-user.ts';
import { setRoles } from '#service/identity/users/set-roles.ts';
import { createShapeCheck } from '#service/shape/shape-check.ts';
import { ArgumentError, refusingArguments } from './argument-error.ts';
import { readChosenPassword } from './chosen-password.ts';
import { findTenantNamed } from './find-tenant-named.ts';
import type { Operation } from './operation.ts';
import { withDatabase } from './with-database.ts';

/** What is typed behind `ronda user create`. */
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

const shapeFaults = createShapeCheck(NewUser, { whole: verbatim('The user') });

/** `ronda user create NAME`: makes a user, and stops. */
export const addUser = async (
  operation: Operation,
  { userName, tenant, name, surname, email, role = [], service, passwordStdin }: Arguments,
): Promise<void> => {
  const draft: NewUser = {
    userName,
    ...(name !== undefined && { name }),
    ...(surname !== undefined && { surname }),
    ...(email !== undefined && { emailAddress: email }),
    ...(service && { isService: true }),
    roles: role,
  };
  const { faults } = shapeFaults(draft);
  if (faults.length > 0) throw new ArgumentError(faults.map(({ message }) => inEnglish(message)).join('\n'));
  if (service && passwordStdin) throw new ArgumentError('A service user has no password.');
  const chosen = service ? undefined : await readChosenPassword(passwordStdin, process.stdin);
  if (chosen) await refusingArguments(() => refuseUnfitPassword(chosen.password, draft));
  await withDatabase(operation, async ({ db }) => {
    const tenantId = await findTenantNamed(db, tenant);
    const passwordHash = chosen && (await createPasswords().hash(chosen.password));
    await refusingArguments(() =>
      inTransaction(db, async (trx) => {
        const operator = operatorOf(tenantId, 'command line');
        const roles = await resolveRoles(trx, tenantId, role);
        const user = await insertUser(trx, operator, { ...draft, passwordHash });
        await setRoles(trx, operator, user, roles);
        await announceIdentityChange(trx, tenantId);
      }),
    );
    operation.print(`The ${service ? 'service user' : 'user'} ${userName} is made.`);
    for (const line of chosen?.told ?? []) operation.print(line);
  });
};
