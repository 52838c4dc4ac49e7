-- PostgreSQL caches generic plans for number_pending_changes. It estimates that a batch is a third of the queue, for
-- which a sequential scan is faster. After an autovacuum of a queue with 5,000,000 rows, it scanned the whole queue for
-- each batch.

alter function number_pending_changes(integer, integer) set enable_seqscan = off;
