import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type LoginProvider, userNameClaimOf } from '#service/sign-in/providers/login-provider.ts';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import {
  claimValues,
  profileOf,
  readUserName,
  type VerifiedAssertion,
} from '#service/sign-in/ws-federation/verified-assertion.ts';
import type { Expected } from '#service/sign-in/ws-federation/verify-sign-in-response.ts';
import { groupsOf } from './groups-of.ts';
import { keptText, type VerifiedIdentity } from './verified-identity.ts';

/** What an answer of the provider must say (L14). `base`: the address of this server, its realm unless another is set. */
export const expectedOf = (
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

/** What is kept of an assertion (L12). */
export const assertedIdentity = (provider: LoginProvider, assertion: VerifiedAssertion): VerifiedIdentity => {
  const { name, surname, emailAddress } = profileOf(assertion);
  return {
    stable: null,
    userName: keptText(readUserName(assertion, userNameClaimOf(provider))),
    name: keptText(name),
    surname: keptText(surname),
    emailAddress: keptText(emailAddress),
    groups: groupsOf(provider, (claim) => [...claimValues(assertion, claim)]),
  };
};

/** Takes an assertion; refuses one that was taken before, by whichever process (S12). */
export const takeOnce = async (
  trx: DatabaseTransaction,
  { tenantId, settings }: LoginProvider,
  { assertionId, rememberUntil }: VerifiedAssertion,
): Promise<void> => {
  const taken = await run(
    trx,
    `insert into used_assertion (tenant_id, issuer, assertion_id, expires_at) values ($1, $2, $3, $4)
     on conflict do nothing returning assertion_id`,
    [tenantId, settings.issuer, assertionId, rememberUntil],
  );
  if (taken.length === 0) throw new SignInRefused('this assertion was taken before');
};
