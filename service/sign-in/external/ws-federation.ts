import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type LoginProvider, userNameClaimOf } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import {
  claimValues,
  readProfile,
  readUserName,
  type VerifiedAssertion,
} from '#service/sign-in/ws-federation/verified-assertion.ts';
import type { Expected } from '#service/sign-in/ws-federation/verify-sign-in-response.ts';
import { readGroups } from './read-groups.ts';
import { toStorableString, type VerifiedIdentity } from './verified-identity.ts';

/** The expected values in a response of the provider (L14). `base` is the URL of this server. */
export const createExpectedValues = (
  { settings }: LoginProvider,
  { base, callback, now }: { base: string; callback: string; now: Date },
): Expected => ({
  issuer: settings.issuer!,
  realm: realmOf(settings, base),
  recipient: callback,
  certificates: settings.certificates!,
  now,
});

export const realmOf = ({ realm }: LoginProvider['settings'], base: string): string => realm ?? base;

/** Extracts the parts of an assertion that are stored (L12). */
export const extractAssertedIdentity = (
  provider: LoginProvider,
  assertion: VerifiedAssertion,
): VerifiedIdentity => {
  const { name, surname, emailAddress } = readProfile(assertion);
  return {
    stable: null,
    userName: toStorableString(readUserName(assertion, userNameClaimOf(provider))),
    name: toStorableString(name),
    surname: toStorableString(surname),
    emailAddress: toStorableString(emailAddress),
    groups: readGroups(provider, (claim) => [...claimValues(assertion, claim)]),
  };
};

/** Marks an assertion as used. Throws if it has been used before (S12). */
export const consumeAssertion = async (
  trx: DatabaseTransaction,
  { tenantId, settings }: LoginProvider,
  { assertionId, rememberUntil }: VerifiedAssertion,
): Promise<void> => {
  const inserted = await run(
    trx,
    `insert into used_assertion (tenant_id, issuer, assertion_id, expires_at) values ($1, $2, $3, $4)
     on conflict do nothing returning assertion_id`,
    [tenantId, settings.issuer, assertionId, rememberUntil],
  );
  if (inserted.length === 0) throw new SignInDeniedError('this assertion was already used');
};
