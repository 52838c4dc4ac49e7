-- The plan of `ronda migrate --distribute` (service/database/distribute.ts).
create table distribution_step (
  position integer not null generated always as identity,
  name text not null,
  statement text not null,
  completed_at timestamptz(3),
  constraint distribution_step_pkey primary key (position)
);
