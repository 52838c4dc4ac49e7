-- A picture that was drawn on, replaced or removed is deleted on the server as well (N16): state 3, Superseded, from the
-- answer that no longer names it until its files are deleted a day later. It still has its files, and shows to nobody.
alter table upload drop constraint upload_state_check;
alter table upload add constraint upload_state_check check (state between 0 and 3);
alter table upload drop constraint upload_arrived_is_stored_check;
alter table upload add constraint upload_arrived_is_stored_check check (
  (state in (1, 3)) = (arrived_at is not null) and (state in (1, 3)) = (stored_as is not null)
);
