-- A password link is valid only as long as the user who created it could still create it.

-- It is unknown who created the existing links. They have to be created again.
delete from password_link;
alter table password_link add column made_by bigint not null;
alter table password_link add constraint password_link_maker_fkey
  foreign key (tenant_id, made_by) references app_user (tenant_id, user_id);
