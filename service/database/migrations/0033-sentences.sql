-- Why an upload was refused and why no task followed up, apart from the language in which it is told: {"strings": […],
-- "values": […]}, as sentences/sentence.ts has them. The text beside it says the same in English. Null where nothing is told,
-- or was told before this. In place of follow_up.obstacle_fact, which goes when no server writes it any more.
alter table upload add column refusal_sentence jsonb;
alter table follow_up add column obstacle_sentence jsonb;
