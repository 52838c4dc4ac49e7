import { parseNumericId } from '#service/http/ids.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';

/** The user that the path of a request names. */
export const userIdOf = ({ id }: { id: string }): number => {
  const userId = parseNumericId(id);
  if (userId === undefined) throw userNotFound(id.slice(0, 40));
  return userId;
};
