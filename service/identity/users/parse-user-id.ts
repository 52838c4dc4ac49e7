import { parseNumericId } from '#service/http/ids.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';

export const parseUserId = ({ id }: { id: string }): number => {
  const userId = parseNumericId(id);
  if (userId === undefined) throw userNotFound(id.slice(0, 40));
  return userId;
};
