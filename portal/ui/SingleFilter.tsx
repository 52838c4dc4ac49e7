import { FilterButton } from './FilterButton.tsx';

export type SingleFilterProps = {
  name: string;
  selected: string | undefined;
  onChange: (id: string | undefined) => void;
};

/** A filter with at most one selected option. */
export const SingleFilter = ({
  name,
  selected,
  onChange,
  options,
}: SingleFilterProps & { options: readonly { id: string; title: string }[] }) => (
  <FilterButton
    name={name}
    options={options.map(({ id, title }) => ({ value: id, label: title }))}
    selected={selected === undefined ? [] : [selected]}
    isSingle
    onChange={([id]) => onChange(id)}
  />
);
