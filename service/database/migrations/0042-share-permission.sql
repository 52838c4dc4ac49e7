-- Sharing reports by public links is a permission of its own. The built-in roles that have it get it; own roles and Integration do
-- not, so their holders can no longer create, list or end links (docs/contribute/decisions/0044-permission-to-share.md).
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
