-- Renames columns, constraints and one value to the terms of the interface and the documentation, such as comments
-- instead of remarks.

alter table answer rename column is_remark to is_comment;
alter table inspection_result rename column remarks to comments;
alter table inspection_result rename column place to item_position;

alter table follow_up rename column place to item_position;
alter table follow_up rename column obstacle to error;
alter table follow_up rename column obstacle_sentence to error_sentence;
alter table follow_up rename constraint follow_up_task_or_obstacle_check to follow_up_task_or_error_check;
-- No server has written obstacle_fact since error_sentence was added.
alter table follow_up drop column obstacle_fact;

alter table upload rename column refusal to rejection_reason;
alter table upload rename column refusal_sentence to rejection_reason_sentence;
alter table upload rename constraint upload_refused_has_reason_check to upload_rejected_has_reason_check;
alter table upload_housekeeping rename column work to job;
alter table upload_housekeeping rename column begun_at to started_at;
update upload_housekeeping set job = 'clean-up' where job = 'tend';

alter table api_request rename column came_at to received_at;
alter table device rename column erasure_wanted_at to erasure_requested_at;
alter table idempotency rename column answer to response;
alter table password_link rename column made_by to created_by;
alter table password_link rename constraint password_link_maker_fkey to password_link_created_by_fkey;
alter table sign_in_throttle rename column told_at to reported_at;
