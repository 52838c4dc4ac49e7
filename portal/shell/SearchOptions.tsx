import type { Icon } from '#kit/icons/icon.tsx';
import classes from './SearchDialog.module.css';

export type SearchOption = {
  id: string;
  label: string;
  description?: string;
  icon?: Icon;
  run: () => void;
};
export type SearchOptionGroup = { name: string; options: SearchOption[] };

type Props = {
  id: string;
  label: string;
  groups: readonly SearchOptionGroup[];
  activeId: string | undefined;
  onActivate: (optionId: string) => void;
  onSelect: (option: SearchOption) => void;
};

/** The focus stays in the search field, which controls this list (ARIA combobox). */
export const SearchOptions = ({ id, label, groups, activeId, onActivate, onSelect }: Props) => (
  <div id={id} role="listbox" aria-label={label} className={classes.options}>
    {groups.map(({ name, options }) => (
      <div key={name} role="group" aria-label={name}>
        <div aria-hidden className={classes.groupName}>
          {name}
        </div>
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
          <div
            key={option.id}
            id={createDomId(id, option.id)}
            role="option"
            aria-selected={option.id === activeId}
            className={classes.option}
            // Keeps the focus in the search field.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => onActivate(option.id)}
            onClick={() => onSelect(option)}
          >
            <span className={classes.icon}>{option.icon && <option.icon size={18} aria-hidden />}</span>
            <span className={classes.label}>{option.label}</span>
            <span className={classes.description}>{option.description}</span>
          </div>
        ))}
      </div>
    ))}
  </div>
);

/** Returns the `id` attribute of an option. Option IDs cannot be used directly because they contain spaces. */
export const createDomId = (listId: string, optionId: string): string =>
  `${listId}-${optionId.replace(/[^\w-]/g, '_')}`;
