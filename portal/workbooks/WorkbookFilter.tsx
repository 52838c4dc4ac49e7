import { useWorkbooks } from '#portal/api/lookups.ts';
import { SingleFilter, type SingleFilterProps } from '#portal/ui/SingleFilter.tsx';

/** Loads the workbooks when shown: render it only for users who have permission to read workbooks. */
export const WorkbookFilter = (filter: SingleFilterProps) => (
  <SingleFilter {...filter} options={useWorkbooks().data ?? []} />
);
