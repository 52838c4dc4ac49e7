-- Failed sign-ins are slowed down by their origin, so that nobody can prevent others from signing in (S23).

-- account_hash is the hash of an account, an address or an organisation, each of which has a limit on failures.
-- blocked_until is when the next attempt is allowed. told_at is when the block was last reported.
alter table sign_in_throttle add column told_at timestamptz(3);

-- An account at one address, with its consecutive failures there and its last success. After a success, the
-- address is a known address of the account. Accounts that do not exist also have rows.
create table sign_in_origin (
  account_hash bytea not null,
  address_hash bytea not null,
  failures integer not null,
  last_failed_at timestamptz(3),
  succeeded_at timestamptz(3),
  constraint sign_in_origin_pkey primary key (account_hash, address_hash)
);
