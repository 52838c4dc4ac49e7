-- A picture that was drawn on, replaced or removed is also deleted on the server (N16). Its state is 3, Superseded,
-- from the answer that no longer refers to it until its files are deleted a day later. Until then it has its files, but
-- is not shown.
alter table upload drop constraint upload_state_check;
alter table upload add constraint upload_state_check check (state between 0 and 3);
alter table upload drop constraint upload_arrived_is_stored_check;
alter table upload add constraint upload_arrived_is_stored_check check (
  (state in (1, 3)) = (arrived_at is not null) and (state in (1, 3)) = (stored_as is not null)
);
