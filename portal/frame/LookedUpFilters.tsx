import { useWorkbooks } from '#portal/api/lookups.ts';
import { FilterButton } from './FilterButton.tsx';
import { useTeams } from './use-teams.ts';

type Filter = { name: string; chosen: string | undefined; onChange: (id: string | undefined) => void };

// Their choices are asked for when they are shown: only to somebody who may look them up.

export const TeamFilter = (filter: Filter) => <OneOf {...filter} choices={useTeams()} />;

export const WorkbookFilter = (filter: Filter) => <OneOf {...filter} choices={useWorkbooks().data ?? []} />;

const OneOf = ({
  name,
  chosen,
  onChange,
  choices,
}: Filter & { choices: readonly { id: string; title: string }[] }) => (
  <FilterButton
    name={name}
    choices={choices.map(({ id, title }) => ({ value: id, label: title }))}
    chosen={chosen === undefined ? [] : [chosen]}
    isSingle
    onChange={([id]) => onChange(id)}
  />
);
