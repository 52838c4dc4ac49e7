import { FilterButton } from './FilterButton.tsx';

export type SingleFilterProps<Id extends string | number = string> = {
  name: string;
  selected: Id | undefined;
  onChange: (id: Id | undefined) => void;
};

export const SingleFilter = <Id extends string | number>({
  name,
  selected,
  onChange,
  options,
}: SingleFilterProps<Id> & { options: readonly { id: Id; title: string }[] }) => (
  <FilterButton
    name={name}
    options={options.map(({ id, title }) => ({ value: id, label: title }))}
    selected={selected === undefined ? [] : [selected]}
    isSingle
    onChange={([id]) => onChange(id)}
  />
);
