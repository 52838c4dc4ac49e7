-- The plans of number_pending_changes are kept, and are made for no batch in particular: a third of the queue, as
-- PostgreSQL guesses, is read faster as a whole. After an autovacuum in a queue of 5,000,000 it did that for each batch.

alter function number_pending_changes(integer, integer) set enable_seqscan = off;
