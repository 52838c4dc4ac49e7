-- Titles of teams are compared in the composed Unicode form (NFC), so that titles that look the same are equal. If
-- another team already has the composed title, the next free number is added. Each renamed team is entered in the
-- audit log and in the change feed.
do $$
declare
  old record;
  wanted text;
  number integer;
begin
  for old in
    select tenant_id, team_id, title from team where title is not nfc normalized order by created_at, team_id
  loop
    wanted := normalize(old.title, nfc);
    number := 2;
    while exists (
      select from team
      where tenant_id = old.tenant_id and lower(title) = lower(wanted) and team_id <> old.team_id
    ) loop
      wanted := left(normalize(old.title, nfc), 240) || ' (' || number || ')';
      number := number + 1;
    end loop;
    update team set title = wanted, revision = revision + 1
    where tenant_id = old.tenant_id and team_id = old.team_id;
    insert into audit_event (tenant_id, kind, channel, target_type, target_id, target_name, details)
    values (old.tenant_id, 'team.edited', 'command line', 'team', old.team_id::text, wanted,
            jsonb_build_object('before', jsonb_build_object('title', old.title),
                               'after', jsonb_build_object('title', wanted)));
    insert into feed_pending (tenant_id, kind, entity_id)
    select tenant_id, 0, task_id from task
    where tenant_id = old.tenant_id and team_id = old.team_id and not is_deleted
    union all
    select tenant_id, 1, inspection_id from inspection
    where tenant_id = old.tenant_id and team_id = old.team_id and task_id is null and not is_deleted;
  end loop;
end;
$$;
