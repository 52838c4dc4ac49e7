import type { ComponentProps, ReactNode } from 'react';
import { ListTable } from '#portal/ui/ListTable.tsx';
import { MoreRows } from '#portal/ui/MoreRows.tsx';
import { QueryProblem } from './QueryProblem.tsx';

type Pages = ComponentProps<typeof MoreRows>['query'];
type Query = { error: Error | null; refetch: () => unknown } & (Pages | { hasNextPage?: never });

export const QueryTable = <Row,>({
  query,
  rows,
  empty,
  ...table
}: ComponentProps<typeof ListTable<Row>> & { query: Query; empty: ReactNode }) => (
  <>
    <QueryProblem query={query} />
    {rows?.length === 0 ? empty : (rows || !query.error) && <ListTable rows={rows} {...table} />}
    {query.hasNextPage !== undefined && <MoreRows query={query} />}
  </>
);
