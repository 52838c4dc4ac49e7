-- When people work and when they are absent, so that plans can take this into account.

-- Without a row, a person has the working hours of service/planning/working-week.ts.
create table working_hours (
  tenant_id integer not null,
  user_id bigint not null,
  -- Monday to Sunday: startsAt and endsAt in minutes after midnight, and the minutes of work between them.
  week jsonb not null,
  revision integer not null default 1,
  constraint working_hours_pkey primary key (tenant_id, user_id),
  constraint working_hours_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);

create table absence (
  tenant_id integer not null,
  absence_id uuid not null,
  user_id bigint not null,
  first_day date not null,
  last_day date not null,
  reason text,
  constraint absence_pkey primary key (tenant_id, absence_id),
  constraint absence_user_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, user_id),
  constraint absence_days_check check (last_day between first_day and first_day + 366)
);
create index absence_user_index on absence (tenant_id, user_id, first_day);
