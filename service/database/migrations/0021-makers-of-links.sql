-- A link by which a password is chosen counts as long as who made it could make it still.

-- Of those that there are nobody knows who made them: they are made anew.
delete from password_link;
alter table password_link add column made_by bigint not null;
alter table password_link add constraint password_link_maker_fkey
  foreign key (tenant_id, made_by) references app_user (tenant_id, user_id);
