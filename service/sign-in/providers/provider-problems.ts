import { providerLimits } from '#contract/login-provider.ts';
import { msg } from '#i18n/message.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import type { ProviderIssue } from './provider-issues.ts';

export const providerNotFound = (id: string) =>
  new Problem('missing', msg`There is no identity provider with the ID '${id.slice(0, 80)}'.`);

export const providerNameTaken = (name: string) =>
  new Problem('conflict', msg`There is already an identity provider with the name '${name}'.`);

export const tooManyProviders = () =>
  new Problem(
    'conflict',
    msg`You already have ${providerLimits.perTenant} identity providers, the maximum. Delete one that you no longer need.`,
  );

export const providerChanged = () =>
  new Problem('outdated', msg`The identity provider has been changed. Reload it and try again.`);

export const cannotSignInAdministrators = (missing: readonly string[]) =>
  new Problem(
    'forbidden',
    msg`You are not authorized: only a user with every organisation-wide permission can save a provider with signsInAdministrators. You do not have: ${missing.join(', ')}.`,
  );

export const invalidProvider = (issues: readonly ProviderIssue[]) =>
  invalidRequest(issues.map(({ field, message }) => ({ message, members: [field] })));
