import { run } from '#service/database/statement.ts';
import type { TestService } from './start-service.ts';

export const PASSWORD = 'correct horse battery';

export const setPassword = async (
  { database, organisation, services }: TestService,
  ...userNames: string[]
): Promise<void> => {
  const hash = await services.passwords.hash(PASSWORD);
  for (const userName of userNames) {
    await run(database.db, 'update app_user set password_hash = $3 where tenant_id = $1 and user_id = $2', [
      organisation.tenantId,
      organisation.userIds[userName],
      hash,
    ]);
  }
};
