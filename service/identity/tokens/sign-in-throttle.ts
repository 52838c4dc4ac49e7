import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { type AuditEntry, type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { toClientNetwork } from './network.ts';
import { hashSecret } from './secret-token.ts';
import type { SignInMonitor } from './sign-in-monitor.ts';

// Limits password guessing without letting anyone lock out another user (S23, decision record 25). Failures are
// limited by three rules:
//
// 1. After five failures for an account from one address, the next attempt has to wait: one second at first, then
//    twice as long each time, up to 15 minutes. A successful sign-in from that address, or half a day without
//    failures (15 minutes while there are fewer than five), resets the count.
// 2. Sign-ins to one account, from all addresses together, may fail ten times in a burst and then once a minute.
// 3. Sign-ins from one address, to all accounts together, may fail thirty times in a burst and then once every two
//    seconds.
//
// At an address from which an account has signed in within the last thirty days, only rule 1 applies, so failures
// at other addresses cannot block it. Rule 1 delays a single attacker before the burst of rule 2 is used up, so
// the user can still sign in from new addresses. The counts are stored in the database under hashed keys, and all
// times come from its clock. Unknown accounts are counted like existing ones.

const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 900;

/** How many failures are allowed in a burst, and the seconds until one more is allowed. */
type Budget = { failures: number; seconds: number };
const ACCOUNT_BUDGET: Budget = { failures: 10, seconds: 60 };
const ADDRESS_BUDGET: Budget = { failures: 30, seconds: 2 };
/** Exceeding this budget raises an alarm but causes no delay. */
const TENANT_BUDGET: Budget = { failures: 100, seconds: 9 };

export type SignInAttempt = { by: 'password' | 'client secret'; account: Buffer; address: Buffer };

const hashKey = (...names: (string | number)[]): Buffer => hashSecret(JSON.stringify(names));

/** The key of the rows written for unknown clients, which have no tenant or audit log. */
const NO_TENANT = hashKey('tenant', 'none');
const NO_AUDIT = hashKey('audit', 'none');

const hashAccount = (tenancyName: string, userName: string): Buffer =>
  hashKey('account', tenancyName.toLowerCase(), userName.toLowerCase());

const hashAddress = (address: string | null): Buffer => hashKey('address', toClientNetwork(address ?? ''));

export const createPasswordAttempt = (
  tenancyName: string,
  userName: string,
  address: string | null,
): SignInAttempt => ({
  by: 'password',
  account: hashAccount(tenancyName, userName),
  address: hashAddress(address),
});

/** Rule 2 does not apply: a 256-bit secret cannot be guessed, and a client must not be locked out. */
export const createClientAttempt = (clientId: string, address: string | null): SignInAttempt => ({
  by: 'client secret',
  account: hashKey('client', clientId),
  address: hashAddress(address),
});

export type SignInThrottle = {
  /** Returns the seconds until the attempt may be checked, or 0. Attempts that must wait count as throttled. */
  findWaitSeconds(attempt: SignInAttempt): Promise<number>;
  /** `user` is undefined if there is no such organisation or client. `reason` is why a correct secret was rejected. */
  recordFailure(attempt: SignInAttempt, user: AuditEntryActor | undefined, reason?: string): Promise<void>;
  recordSuccess(attempt: SignInAttempt): Promise<void>;
};

const FIND_WAIT = statement('find-sign-in-wait')`
  select ceil(extract(epoch from greatest(
           case when origin.failures >= $4 then
             origin.last_failed_at + make_interval(secs => least($5, power(2, least(origin.failures - $4, 20)))) end,
           case when origin.succeeded_at > now() - interval '30 days' then null else (
             select max(blocked_until) from sign_in_throttle where account_hash = any($3)
           ) end
         ) - now()))::integer as seconds
  from (values (true)) as always left join sign_in_origin as origin
    on origin.account_hash = $1 and origin.address_hash = $2`;

const RECORD_FAILURE = statement('record-sign-in-failure')`
  insert into sign_in_origin as existing (account_hash, address_hash, failures, last_failed_at) values ($1, $2, 1, now())
  on conflict (account_hash, address_hash) do update set
    failures = case
      when existing.last_failed_at < now() - case when existing.failures < $3 then interval '15 minutes' else interval '12 hours' end
      then 1 else existing.failures + 1 end,
    last_failed_at = now()
  returning failures`;

/** `should_report` is true for the first failure that exceeds the budget, and again every 15 minutes. */
const SPEND_FAILURE = statement('spend-failures')`
  insert into sign_in_throttle as existing (account_hash, failures, last_failed_at, blocked_until)
  values ($1, 1, now(), now() - make_interval(secs => ($2::integer - 1) * $3::integer))
  on conflict (account_hash) do update set
    failures = existing.failures + 1,
    last_failed_at = now(),
    blocked_until = greatest(existing.blocked_until, now() - make_interval(secs => $2::integer * $3::integer))
                    + make_interval(secs => $3::integer),
    reported_at = case
      when existing.blocked_until > now() - make_interval(secs => $3::integer)
        and coalesce(existing.reported_at < now() - interval '15 minutes', true)
      then now() else existing.reported_at end
  returning coalesce(reported_at = now()::timestamptz(3), false) as should_report`;

/** For a user who signs in repeatedly, writes at most once a day. */
const RECORD_SUCCESS = `
  insert into sign_in_origin (account_hash, address_hash, failures, succeeded_at)
  select $1, $2, 0, now() where not exists (
    select from sign_in_origin
    where account_hash = $1 and address_hash = $2 and failures = 0 and succeeded_at > now() - interval '1 day'
  )
  on conflict (account_hash, address_hash) do update set failures = 0, succeeded_at = now()`;

export const createSignInThrottle = (db: Database, monitor: SignInMonitor): SignInThrottle => {
  /** Returns true if the budget is exceeded and a report is due. */
  const spendFailure = async (key: Buffer, { failures, seconds }: Budget): Promise<boolean> =>
    (await readRow(db, SPEND_FAILURE, [key, failures, seconds])).should_report;

  /** Counts a failure and returns the delays it caused, in the audit log's wording. */
  const countFailure = async ({ by, account, address }: SignInAttempt): Promise<string[]> => {
    const [origin] = await run(db, RECORD_FAILURE, [account, address, FREE_FAILURES]);
    const isAccountExceeded = by === 'password' && (await spendFailure(account, ACCOUNT_BUDGET));
    const isAddressExceeded = await spendFailure(address, ADDRESS_BUDGET);
    return [
      ...(origin!.failures === FREE_FAILURES ? ['this account at this address'] : []),
      ...(isAccountExceeded ? ['this account at unknown addresses'] : []),
      ...(isAddressExceeded ? ['this address'] : []),
    ];
  };

  return {
    findWaitSeconds: async ({ by, account, address }) => {
      const budgets = by === 'password' ? [account, address] : [address];
      const [wait] = await run(db, FIND_WAIT, [account, address, budgets, FREE_FAILURES, MAX_WAIT_SECONDS]);
      const seconds = Math.max(wait?.seconds ?? 0, 0);
      if (seconds > 0) monitor.count(by, 'throttled');
      return seconds;
    },

    recordFailure: async (attempt, user, reason) => {
      const { by } = attempt;
      // Unknown clients have no audit log. The dummy write makes them take as long as known ones (S49).
      const record = async (entry: AuditEntry) => {
        if (user) await recordAudit(db, user, entry);
        else await spendFailure(NO_AUDIT, TENANT_BUDGET);
      };
      monitor.count(by, 'failed');
      const delays = await countFailure(attempt);
      await record({ kind: 'sign-in.failed', details: { by, ...(reason !== undefined && { reason }) } });
      for (const locked of delays) await record({ kind: 'sign-in.locked', details: { by, locked } });
      if (await spendFailure(user ? hashKey('tenant', user.tenantId) : NO_TENANT, TENANT_BUDGET)) {
        await record({ kind: 'sign-in.alarm', details: { by } });
        if (user) monitor.raiseAlarm(user.tenantId);
      }
    },

    recordSuccess: async ({ by, account, address }) => {
      monitor.count(by, 'succeeded');
      await run(db, RECORD_SUCCESS, [account, address]);
    },
  };
};

/** Clears an account's delays, but not those of an entire address. */
export const deleteFailures = async (trx: DatabaseTransaction, tenancyName: string, userName: string) => {
  const account = hashAccount(tenancyName, userName);
  await run(trx, 'delete from sign_in_throttle where account_hash = $1', [account]);
  await run(trx, 'update sign_in_origin set failures = 0 where account_hash = $1', [account]);
};

const FIND_ACCOUNT_WAIT = statement('find-account-wait')`
  select max(until) as until from (
    select blocked_until as until from sign_in_throttle where account_hash = $1
    union all
    select last_failed_at + make_interval(secs => least($3, power(2, least(failures - $2, 20))))
    from sign_in_origin where account_hash = $1 and failures >= $2
  ) as waits where until > now()`;

/** Returns when the last of an account's delays ends, including those for a single address. */
export const findDelayEnd = async (db: Database, tenancyName: string, userName: string) => {
  const { until } = await readRow(db, FIND_ACCOUNT_WAIT, [
    hashAccount(tenancyName, userName),
    FREE_FAILURES,
    MAX_WAIT_SECONDS,
  ]);
  return until;
};

export const deleteOldFailures = async (db: Database): Promise<void> => {
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
