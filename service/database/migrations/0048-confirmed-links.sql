-- is_confirmed is true if an administrator has confirmed the link, which is required while the user is an
-- administrator (S52, L11). The existing links of administrators remain valid.
alter table external_identity add column is_confirmed boolean not null default false;
update external_identity set is_confirmed = true
from user_role
join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
where user_role.tenant_id = external_identity.tenant_id and user_role.user_id = external_identity.user_id
  and role.is_tenant_wide and role.permissions && array['Users.Manage', 'Tokens.Manage', 'SignIn.Manage'];
