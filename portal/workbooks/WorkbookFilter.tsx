import { useWorkbooks } from '#portal/api/lookups.ts';
import { SingleFilter, type SingleFilterProps } from '#portal/ui/SingleFilter.tsx';

/** A filter by workbook. Render it only for users who can read workbooks, because it loads them. */
export const WorkbookFilter = (filter: SingleFilterProps) => (
  <SingleFilter {...filter} options={useWorkbooks().data ?? []} />
);
