import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow } from '#service/database/statement.ts';
import { getUserNameClaim, type LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import {
  getClaimValues,
  readProfile,
  readUserName,
  type VerifiedAssertion,
} from '#service/sign-in/ws-federation/verified-assertion.ts';
import type { ExpectedValues } from '#service/sign-in/ws-federation/verify-sign-in-response.ts';
import { readGroups, toStorableString, type VerifiedIdentity } from './verified-identity.ts';

/** Creates the values that a provider's response is checked against (L14). `base` is this server's URL. */
export const createExpectedValues = (
  { settings }: LoginProvider,
  { base, callback, now }: { base: string; callback: string; now: Date },
): ExpectedValues => ({
  issuer: settings.issuer!,
  realm: getRealm(settings, base),
  recipient: callback,
  certificates: settings.certificates!,
  now,
});

export const getRealm = ({ realm }: LoginProvider['settings'], base: string): string => realm ?? base;

/** Extracts the parts of an assertion that Ronda stores (L12). */
export const extractAssertedIdentity = (
  provider: LoginProvider,
  assertion: VerifiedAssertion,
): VerifiedIdentity => {
  const { name, surname, emailAddress } = readProfile(assertion);
  return {
    stable: null,
    userName: toStorableString(readUserName(assertion, getUserNameClaim(provider))),
    name: toStorableString(name),
    surname: toStorableString(surname),
    emailAddress: toStorableString(emailAddress),
    groups: readGroups(provider, (claim) => [...getClaimValues(assertion, claim)]),
  };
};

/** Marks an assertion as used. Throws SignInDeniedError if it has already been used (S12). */
export const consumeAssertion = async (
  trx: DatabaseTransaction,
  { tenantId, settings }: LoginProvider,
  { assertionId, replayableUntil }: VerifiedAssertion,
): Promise<void> => {
  const isNew = await hasRow(
    trx,
    `insert into used_assertion (tenant_id, issuer, assertion_id, expires_at) values ($1, $2, $3, $4)
     on conflict do nothing returning assertion_id`,
    [tenantId, settings.issuer, assertionId, replayableUntil],
  );
  if (!isNew) throw new SignInDeniedError('this assertion was already used');
};
