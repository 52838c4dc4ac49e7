import { joined, sentence } from '#sentences/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';

export const apiTokenNotFound = (clientId: string) =>
  new Problem('missing', sentence`This user has no API token with the clientId '${clientId.slice(0, 80)}'.`);

export const clientNotFound = (clientId: string) =>
  new Problem('missing', sentence`There is no API token with the clientId '${clientId.slice(0, 80)}'.`);

export const tokensAreForServices = (userName: string) =>
  new Problem(
    'conflict',
    sentence`${userName} is a person, who signs in by a password or an identity provider. API tokens belong to service users: make one (isService: true) with the roles that the application needs.`,
  );

export const twoTokensAlive = (userName: string, tokens: readonly { clientId: string; label: string }[]) => {
  const names = tokens.map(({ clientId, label }) => (label === '' ? clientId : `${clientId} (${label})`));
  return new Problem(
    'conflict',
    sentence`${userName} has two API tokens already: ${joined(names, sentence` and `)}. Two are enough to rotate them: delete the one that is no longer used first.`,
  );
};

export const expiryGivenTwice = () =>
  invalidRequest([
    {
      message: sentence`Say when the token expires once: by expiresAt or by expiresInDays.`,
      members: ['expiresInDays'],
    },
  ]);

export const expiryPassed = (given: string) =>
  invalidRequest([
    {
      message: sentence`The field 'expiresAt' must lie in the future; '${given}' was given.`,
      members: ['expiresAt'],
    },
  ]);
