import { sentence } from '#sentences/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import type { ProviderFault } from './provider-faults.ts';

export const providerNotFound = (id: string) =>
  new Problem('missing', sentence`There is no sign-in provider with the id '${id.slice(0, 80)}'.`);

export const providerNameTaken = (name: string) =>
  new Problem('conflict', sentence`There is a sign-in provider with the name '${name}' already.`);

export const providerChanged = () =>
  new Problem('outdated', sentence`The sign-in provider was changed meanwhile. Read it again.`);

export const mayNotSignInAdministrators = (missing: readonly string[]) =>
  new Problem(
    'forbidden',
    sentence`You are not authorized: only a user with every permission over the whole tenant can save a provider with signsInAdministrators. You do not have: ${missing.join(', ')}.`,
  );

export const providerUnfit = (faults: readonly ProviderFault[]) =>
  invalidRequest(faults.map(({ member, message }) => ({ message, members: [member] })));
