import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

export const linkRequestNotFound = (id: string) =>
  new Problem(
    'missing',
    msg`There is no link request with the ID '${id.slice(0, 80)}' for this user. It may have expired.`,
  );

export const identityAlreadyLinked = (issuer: string) =>
  new Problem(
    'conflict',
    msg`This user, or this account of ${issuer}, is already linked. Unlink the user first.`,
  );
