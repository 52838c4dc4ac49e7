import { useWorkbooks } from '#portal/api/lookups.ts';
import { FilterButton } from './FilterButton.tsx';
import { useTeams } from './use-teams.ts';

type Filter = { name: string; selected: string | undefined; onChange: (id: string | undefined) => void };

// These filters load their options when shown, so render them only for users who have permission to read the options.

export const TeamFilter = (filter: Filter) => <SingleFilter {...filter} options={useTeams()} />;

export const WorkbookFilter = (filter: Filter) => (
  <SingleFilter {...filter} options={useWorkbooks().data ?? []} />
);

const SingleFilter = ({
  name,
  selected,
  onChange,
  options,
}: Filter & { options: readonly { id: string; title: string }[] }) => (
  <FilterButton
    name={name}
    options={options.map(({ id, title }) => ({ value: id, label: title }))}
    selected={selected === undefined ? [] : [selected]}
    isSingle
    onChange={([id]) => onChange(id)}
  />
);
