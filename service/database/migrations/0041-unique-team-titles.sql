-- Tasks find their team by its title in any letter case (decision T7), so titles must be unique within a tenant.
-- Of several teams with the same title, the oldest keeps it. The next free number is added to the titles of the
-- others, and the audit log records this. The teams are also entered in the change feed, because it contains their
-- titles.
do $$
declare
  later record;
  wanted text;
  number integer;
begin
  for later in
    select tenant_id, team_id, title from (
      select tenant_id, team_id, title,
             row_number() over (partition by tenant_id, lower(title) order by created_at, team_id) as place
      from team
    ) as placed
    where place > 1
    order by tenant_id, lower(title), place
  loop
    number := 2;
    loop
      wanted := left(later.title, 240) || ' (' || number || ')';
      exit when not exists (
        select from team where tenant_id = later.tenant_id and lower(title) = lower(wanted)
      );
      number := number + 1;
    end loop;
    update team set title = wanted, revision = revision + 1
    where tenant_id = later.tenant_id and team_id = later.team_id;
    insert into audit_event (tenant_id, kind, channel, target_type, target_id, target_name, details)
    values (later.tenant_id, 'team.edited', 'command line', 'team', later.team_id::text, wanted,
            jsonb_build_object('before', jsonb_build_object('title', later.title),
                               'after', jsonb_build_object('title', wanted)));
    insert into feed_pending (tenant_id, kind, entity_id)
    select tenant_id, 0, task_id from task
    where tenant_id = later.tenant_id and team_id = later.team_id and not is_deleted
    union all
    select tenant_id, 1, inspection_id from inspection
    where tenant_id = later.tenant_id and team_id = later.team_id and task_id is null and not is_deleted;
  end loop;
end;
$$;

drop index team_title_index;
create unique index team_title_key on team (tenant_id, lower(title));
