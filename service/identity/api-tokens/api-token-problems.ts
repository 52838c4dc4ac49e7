import { joinMessages, msg } from '#i18n/message.ts';
import { invalidField, Problem } from '#service/problem.ts';

export const apiTokenNotFound = (clientId: string) =>
  new Problem('missing', msg`This user has no API token with the clientId '${clientId.slice(0, 80)}'.`);

export const clientNotFound = (clientId: string) =>
  new Problem('missing', msg`There is no API token with the clientId '${clientId.slice(0, 80)}'.`);

export const apiTokensForServicesOnly = (userName: string) =>
  new Problem(
    'conflict',
    msg`${userName} is a person and signs in with a password or an identity provider. Only service users have API tokens: create one (isService: true) with the roles that the application needs.`,
  );

export const tooManyApiTokens = (
  userName: string,
  tokens: readonly { clientId: string; label: string }[],
) => {
  const names = tokens.map(({ clientId, label }) => (label === '' ? clientId : `${clientId} (${label})`));
  return new Problem(
    'conflict',
    msg`${userName} already has two API tokens: ${joinMessages(names, msg` and `)}. Revoke the one that you no longer use first.`,
  );
};

export const conflictingExpiry = () =>
  invalidField('expiresInDays', msg`Give either expiresAt or expiresInDays, not both.`);

export const expiryInPast = (expiresAt: string) =>
  invalidField('expiresAt', msg`The field 'expiresAt' must be in the future; '${expiresAt}' was given.`);
