-- Sharing reports by public links requires a separate permission. The built-in roles get it if they could share before.
-- Custom roles and Integration do not, so their users can no longer create, list or revoke links
-- (docs/contribute/decisions/0044-permission-to-share.md).
with given as (
  update role
  set permissions = (select array_agg(name order by name) from unnest(permissions || 'Inspections.Share'::text) as name),
      revision = revision + 1
  where lower(name) in ('administrator', 'planner') and not 'Inspections.Share' = any (permissions)
  returning tenant_id, role_id, name, permissions
)
insert into audit_event (tenant_id, kind, channel, target_type, target_id, target_name, details)
select tenant_id, 'role.edited', 'command line', 'role', role_id::text, name,
       jsonb_build_object('before', jsonb_build_object('permissions', to_jsonb(array_remove(permissions, 'Inspections.Share'))),
                          'after', jsonb_build_object('permissions', to_jsonb(permissions)))
from given;
