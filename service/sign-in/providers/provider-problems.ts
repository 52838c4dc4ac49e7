import { providerLimits } from '#contract/login-provider.ts';
import { sentence } from '#i18n/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import type { ProviderIssue } from './provider-issues.ts';

export const providerNotFound = (id: string) =>
  new Problem('missing', sentence`There is no identity provider with the ID '${id.slice(0, 80)}'.`);

export const providerNameTaken = (name: string) =>
  new Problem('conflict', sentence`There is already an identity provider with the name '${name}'.`);

export const tooManyProviders = () =>
  new Problem(
    'conflict',
    sentence`You already have ${providerLimits.perTenant} identity providers, the maximum. Delete one that you no longer need.`,
  );

export const providerChanged = () =>
  new Problem('outdated', sentence`The identity provider has been changed. Reload it and try again.`);

export const cannotSignInAdministrators = (missing: readonly string[]) =>
  new Problem(
    'forbidden',
    sentence`You are not authorized: only a user with every organisation-wide permission can save a provider with signsInAdministrators. You do not have: ${missing.join(', ')}.`,
  );

export const invalidProvider = (issues: readonly ProviderIssue[]) =>
  invalidRequest(issues.map(({ field, message }) => ({ message, members: [field] })));
