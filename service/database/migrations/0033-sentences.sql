-- Why an upload was rejected, or why a follow-up task could not be created, independent of language: {"strings": […],
-- "values": […]}, as in i18n/sentence.ts. The text column has the same in English. Null if there is no such reason, and
-- for earlier rows. Replaces follow_up.obstacle_fact, which is dropped when no server writes it any more.
alter table upload add column refusal_sentence jsonb;
alter table follow_up add column obstacle_sentence jsonb;
