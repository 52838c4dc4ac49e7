import { setTimeout } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { AdHocQueries } from '#service/database/ad-hoc-queries.ts';

/** In milliseconds. */
const HEAD_START = 80;

/**
 * PostgreSQL assumes that filters and sort keys are independent. If they are not, as for the newest tasks whose IDs
 * contain an old year, it can read a million tasks to find a page. The other query then finds it in 0.3 instead of 2 s.
 */
export const fetchFaster = async <Row>(
  adHocQueries: AdHocQueries,
  { preferred, other }: { preferred: CompiledQuery; other: CompiledQuery },
  signal: AbortSignal,
): Promise<Row[]> => {
  const end = new AbortController();
  const eitherSignal = AbortSignal.any([signal, end.signal]);
  const fetchOther = async () => {
    await setTimeout(HEAD_START, undefined, { signal: eitherSignal });
    return adHocQueries.fetchSmall<Row>(other, eitherSignal);
  };
  try {
    return await Promise.any([adHocQueries.fetchSmall<Row>(preferred, eitherSignal), fetchOther()]);
  } catch (error) {
    throw (error as AggregateError).errors[0];
  } finally {
    // Cancels the slower query.
    end.abort();
  }
};
