-- Why an upload was rejected, or why a follow-up task could not be created, independent of language: {"strings":
-- […], "values": […]}, as in i18n/sentence.ts. The text column contains the same reason in English. The new
-- columns are null if there is no such reason, and in earlier rows. obstacle_sentence replaces
-- follow_up.obstacle_fact, which a later migration drops when no server writes it any more.
alter table upload add column refusal_sentence jsonb;
alter table follow_up add column obstacle_sentence jsonb;
