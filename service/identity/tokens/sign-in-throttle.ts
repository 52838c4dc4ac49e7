import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditedAct, type AuditedBy, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from './access-token.ts';
import { networkOf } from './network-of.ts';
import type { SignInWatch } from './sign-in-watch.ts';

// Guessing is slowed, and nobody can lock out somebody else by it (S23, decision record 25). Three things count failures:
//
// 1. An account at one address waits after five of them, one second first, doubling to fifteen minutes; a success there, or
//    half a day, ends it.
// 2. An account may fail ten times at once and once a minute after that, from all addresses together.
// 3. An address may fail thirty times at once and once in two seconds after that, over all accounts together.
//
// Where an account has signed in within thirty days, only the first holds it up: a stranger cannot spend what it has there.
// And one stranger alone, held up by the first, never spends the second, so the account may sign in at new addresses too.
// All is kept in the database, by its clock, and so shared by all processes; only hashes say of whom. Accounts that do not
// exist are counted as those that do.

const FREE_FAILURES = 5;
const LONGEST_WAIT_SECONDS = 900;

/** So many failures at once, and one more every so many seconds. */
type Budget = { failures: number; seconds: number };
const OF_ACCOUNT: Budget = { failures: 10, seconds: 60 };
const OF_ADDRESS: Budget = { failures: 30, seconds: 2 };
/** Of a tenant: what exceeds it holds nobody up but raises an alarm. */
const OF_TENANT: Budget = { failures: 100, seconds: 9 };

/** Somebody who says who they are, and from where. */
export type Trial = { by: 'password' | 'client secret'; account: Buffer; address: Buffer };

const keyOf = (...names: (string | number)[]): Buffer => hashSecret(JSON.stringify(names));

/** Rows that nobody reads, in place of the tenant and the audit log of an unknown client. */
const NO_TENANT = keyOf('tenant', 'none');
const NO_AUDIT = keyOf('audit', 'none');

const accountKey = (tenancyName: string, userName: string): Buffer =>
  keyOf('account', tenancyName.toLowerCase(), userName.toLowerCase());

const addressKey = (address: string | null): Buffer => keyOf('address', networkOf(address ?? ''));

/** Letter case makes no other account. */
export const trialOfPassword = (tenancyName: string, userName: string, address: string | null): Trial => ({
  by: 'password',
  account: accountKey(tenancyName, userName),
  address: addressKey(address),
});

/** Of a client all addresses together may fail as they like: a secret of 256 bits is not guessed, nor is a client locked out. */
export const trialOfClient = (clientId: string, address: string | null): Trial => ({
  by: 'client secret',
  account: keyOf('client', clientId),
  address: addressKey(address),
});

export type SignInThrottle = {
  /** How long it must wait before it is looked at, which counts as slowed; 0 when it need not. */
  secondsToWait(trial: Trial): Promise<number>;
  /** `who`: whom to name in which audit log; undefined when there is no such organisation or client. `reason`: if it was no guess. */
  recordFailure(trial: Trial, who: AuditedBy | undefined, reason?: string): Promise<void>;
  recordSuccess(trial: Trial): Promise<void>;
};

const FIND_WAIT = `
  select ceil(extract(epoch from greatest(
           case when origin.failures >= $4 then
             origin.last_failed_at + make_interval(secs => least($5, power(2, least(origin.failures - $4, 20)))) end,
           case when origin.succeeded_at > now() - interval '30 days' then null else (
             select max(blocked_until) from sign_in_throttle where account_hash = any($3)
           ) end
         ) - now()))::integer as seconds
  from (values (true)) as always left join sign_in_origin as origin
    on origin.account_hash = $1 and origin.address_hash = $2`;

const FAIL_HERE = `
  insert into sign_in_origin as known (account_hash, address_hash, failures, last_failed_at) values ($1, $2, 1, now())
  on conflict (account_hash, address_hash) do update set
    failures = case
      when known.last_failed_at < now() - case when known.failures < $3 then interval '15 minutes' else interval '12 hours' end
      then 1 else known.failures + 1 end,
    last_failed_at = now()
  returning failures`;

/** is_news: said at the first failure beyond the budget, and again after a quarter of an hour. */
const SPEND = `
  insert into sign_in_throttle as known (account_hash, failures, last_failed_at, blocked_until)
  values ($1, 1, now(), now() - make_interval(secs => ($2::integer - 1) * $3::integer))
  on conflict (account_hash) do update set
    failures = known.failures + 1,
    last_failed_at = now(),
    blocked_until = greatest(known.blocked_until, now() - make_interval(secs => $2::integer * $3::integer))
                    + make_interval(secs => $3::integer),
    told_at = case
      when known.blocked_until > now() - make_interval(secs => $3::integer)
        and coalesce(known.told_at < now() - interval '15 minutes', true)
      then now() else known.told_at end
  returning coalesce(told_at = now()::timestamptz(3), false) as is_news`;

/** Writes nothing for somebody who signs in again and again. */
const SUCCEED_HERE = `
  insert into sign_in_origin (account_hash, address_hash, failures, succeeded_at)
  select $1, $2, 0, now() where not exists (
    select from sign_in_origin
    where account_hash = $1 and address_hash = $2 and failures = 0 and succeeded_at > now() - interval '1 day'
  )
  on conflict (account_hash, address_hash) do update set failures = 0, succeeded_at = now()`;

export const createSignInThrottle = (db: Database, watch: SignInWatch): SignInThrottle => {
  const spend = async (key: Buffer, { failures, seconds }: Budget): Promise<boolean> => {
    const [spent] = await run<{ is_news: boolean }>(db, SPEND, [key, failures, seconds]);
    return spent!.is_news;
  };

  /** Records a failure, and says what has to wait from now on. */
  const fail = async ({ by, account, address }: Trial): Promise<string[]> => {
    const [here] = await run<{ failures: number }>(db, FAIL_HERE, [account, address, FREE_FAILURES]);
    const isAccountSpent = by === 'password' && (await spend(account, OF_ACCOUNT));
    const isAddressSpent = await spend(address, OF_ADDRESS);
    return [
      ...(here!.failures === FREE_FAILURES ? ['this account at this address'] : []),
      ...(isAccountSpent ? ['this account at unknown addresses'] : []),
      ...(isAddressSpent ? ['this address'] : []),
    ];
  };

  return {
    secondsToWait: async ({ by, account, address }) => {
      const budgets = by === 'password' ? [account, address] : [address];
      const [found] = await run<{ seconds: number | null }>(db, FIND_WAIT, [
        account,
        address,
        budgets,
        FREE_FAILURES,
        LONGEST_WAIT_SECONDS,
      ]);
      const seconds = Math.max(found?.seconds ?? 0, 0);
      if (seconds > 0) watch.count(by, 'slowed');
      return seconds;
    },

    recordFailure: async (trial, who, reason) => {
      const { by } = trial;
      // An unknown client belongs to no tenant and no audit log. It still costs as many writes and commits as a known one,
      // which a caller could otherwise tell by the time of the answer (S49).
      const record = async (act: AuditedAct) => {
        if (who) await recordAudit(db, who, act);
        else await spend(NO_AUDIT, OF_TENANT);
      };
      watch.count(by, 'failed');
      const waiting = await fail(trial);
      await record({ kind: 'sign-in.failed', details: { by, ...(reason !== undefined && { reason }) } });
      for (const waits of waiting) await record({ kind: 'sign-in.slowed', details: { by, waits } });
      if (await spend(who ? keyOf('tenant', who.tenantId) : NO_TENANT, OF_TENANT)) {
        await record({ kind: 'sign-in.alarm', details: { by } });
        if (who) watch.alarm(who.tenantId);
      }
    },

    recordSuccess: async ({ by, account, address }) => {
      watch.count(by, 'succeeded');
      await run(db, SUCCEED_HERE, [account, address]);
    },
  };
};

/** Lifts the waits of an account, wherever they came about; what an address has to wait stays. */
export const forgetFailures = async (
  trx: DatabaseTransaction,
  tenancyName: string,
  userName: string,
): Promise<void> => {
  const account = accountKey(tenancyName, userName);
  await run(trx, 'delete from sign_in_throttle where account_hash = $1', [account]);
  await run(trx, 'update sign_in_origin set failures = 0 where account_hash = $1', [account]);
};

/** Until when an account has to wait, at one address or all of them; null when it need not. */
export const findWait = async (db: Database, tenancyName: string, userName: string): Promise<Date | null> => {
  const [wait] = await run<{ until: Date | null }>(
    db,
    `select max(until) as until from (
       select blocked_until as until from sign_in_throttle where account_hash = $1
       union all
       select last_failed_at + make_interval(secs => least($3, power(2, least(failures - $2, 20))))
       from sign_in_origin where account_hash = $1 and failures >= $2
     ) as waits where until > now()`,
    [accountKey(tenancyName, userName), FREE_FAILURES, LONGEST_WAIT_SECONDS],
  );
  return wait!.until;
};

/** Forgets what holds nobody up any more, and addresses that are no longer known. */
export const forgetOldFailures = async (db: Database): Promise<void> => {
  await run(
    db,
    `delete from sign_in_throttle where last_failed_at < now() - make_interval(hours => $1)`,
    [12],
  );
  await run(
    db,
    `delete from sign_in_origin where coalesce(last_failed_at < now() - make_interval(hours => $1), true)
       and coalesce(succeeded_at < now() - make_interval(days => $2), true)`,
    [12, 30],
  );
};
