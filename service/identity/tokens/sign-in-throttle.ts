import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { hashSecret } from './access-token.ts';
import { wrongCredentials } from './token-problems.ts';

/**
 * Slows guessing without locking anybody out: from the fifth failure on an account must wait, one second first,
 * doubling to fifteen minutes; a success or half a day without failure ends it. A wait is kept in the database, so all
 * processes share it. One address may fail thirty times a minute, counted per process.
 */
const FREE_FAILURES = 5;
const LONGEST_WAIT_SECONDS = 900;
const FAILURES_PER_ADDRESS = 30;
const ADDRESS_WINDOW_MS = 60_000;
const REMEMBERED_ADDRESSES = 10_000;

export type SignInThrottle = {
  /** Refuses when the account or the address has to wait. */
  admit(account: Buffer, address: string): Promise<void>;
  recordFailure(account: Buffer, address: string): Promise<void>;
  recordSuccess(account: Buffer): Promise<void>;
};

/** Accounts are told apart whether they exist or not; letter case does not make a new one. */
export const accountHash = (tenancyName: string, userName: string): Buffer =>
  hashSecret(`${tenancyName.toLowerCase()}\n${userName.toLowerCase()}`);

export const createSignInThrottle = (db: Database, now: () => number): SignInThrottle => {
  const addresses = new Map<string, { failures: number; since: number }>();

  const recentFailures = (address: string) => {
    const seen = addresses.get(address);
    return seen && now() - seen.since < ADDRESS_WINDOW_MS ? seen : undefined;
  };

  return {
    admit: async (account, address) => {
      const seen = recentFailures(address);
      if (seen && seen.failures >= FAILURES_PER_ADDRESS) {
        throw wrongCredentials(Math.ceil((seen.since + ADDRESS_WINDOW_MS - now()) / 1_000));
      }
      const [blocked] = await run<{ seconds: number }>(
        db,
        `select ceil(extract(epoch from blocked_until - now()))::integer as seconds
         from sign_in_throttle where account_hash = $1 and blocked_until > now()`,
        [account],
      );
      if (blocked) throw wrongCredentials(blocked.seconds);
    },

    recordFailure: async (account, address) => {
      const seen = recentFailures(address);
      if (seen) seen.failures++;
      else {
        if (addresses.size >= REMEMBERED_ADDRESSES) addresses.clear();
        addresses.set(address, { failures: 1, since: now() });
      }
      await run(
        db,
        `insert into sign_in_throttle as known (account_hash, failures, last_failed_at, blocked_until)
         values ($1, 1, now(), now())
         on conflict (account_hash) do update set
           failures = known.failures + 1,
           last_failed_at = now(),
           blocked_until = now() + make_interval(secs =>
             case when known.failures + 1 < $2 then 0 else least($3, power(2, least(known.failures + 1 - $2, 20))) end)`,
        [account, FREE_FAILURES, LONGEST_WAIT_SECONDS],
      );
    },

    recordSuccess: async (account) => {
      await run(db, 'delete from sign_in_throttle where account_hash = $1', [account]);
    },
  };
};

/** Lifts the waits of a user, because somebody who may has said so. */
export const forgetFailures = async (db: Database, tenancyName: string, userName: string): Promise<void> => {
  await run(db, 'delete from sign_in_throttle where account_hash = $1', [accountHash(tenancyName, userName)]);
};

/** Until when a user has to wait before it may try again; null when it need not. */
export const findWait = async (db: Database, tenancyName: string, userName: string): Promise<Date | null> => {
  const [wait] = await run<{ blocked_until: Date }>(
    db,
    'select blocked_until from sign_in_throttle where account_hash = $1 and blocked_until > now()',
    [accountHash(tenancyName, userName)],
  );
  return wait?.blocked_until ?? null;
};

/** Forgets accounts that nobody has tried for half a day. */
export const forgetOldFailures = async (db: Database): Promise<void> => {
  await run(
    db,
    `delete from sign_in_throttle where last_failed_at < now() - make_interval(hours => $1)`,
    [12],
  );
};
