import { useWorkbooks } from '#portal/api/lookups.ts';
import { SingleFilter, type SingleFilterProps } from '#portal/ui/SingleFilter.tsx';

/** Loads the workbooks, so render it only for users who may read them. */
export const WorkbookFilter = (filter: SingleFilterProps) => (
  <SingleFilter {...filter} options={useWorkbooks().data ?? []} />
);
