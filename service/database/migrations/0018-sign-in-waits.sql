-- Who guesses waits by where it comes from, so that nobody can keep others from signing in (S23).

-- account_hash: of whatever may fail only so often: an account, an address, an organisation. blocked_until: from when on it
-- may fail again. told_at: when it was last said that it may not.
alter table sign_in_throttle add column told_at timestamptz(3);

-- An account at one address: how often it failed there in a row, and when it last succeeded, which makes the address known.
-- Accounts that do not exist have rows too.
create table sign_in_origin (
  account_hash bytea not null,
  address_hash bytea not null,
  failures integer not null,
  last_failed_at timestamptz(3),
  succeeded_at timestamptz(3),
  constraint sign_in_origin_pkey primary key (account_hash, address_hash)
);
