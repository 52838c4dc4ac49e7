import { Button, Checkbox, Popover, ScrollArea, Stack, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronDown } from '#kit/icons/icons.ts';
import classes from './FilterButton.module.css';

const MIN_OPTIONS_FOR_SEARCH = 8;
/** The Mantine attribute that makes Escape close only the popover and not the dialog around it. */
const STOP_ESCAPE = { 'data-mantine-stop-propagation': true };

export const FilterButton = <Value extends string | number>({
  name,
  options,
  selected,
  isSingle = false,
  onChange,
}: {
  name: string;
  options: readonly { value: Value; label: string }[];
  selected: readonly Value[];
  isSingle?: boolean;
  onChange: (selected: Value[]) => void;
}) => {
  const { t } = useTranslation('general');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const labels = options.filter(({ value }) => selected.includes(value)).map(({ label }) => label);
  const summary =
    labels.length > 2
      ? t('filterCount', { name, count: labels.length })
      : t('filterBy', { name, value: labels.join(', ') });
  const matchingOptions = options.filter(({ label }) =>
    label.toLowerCase().includes(search.trim().toLowerCase()),
  );

  const toggleOption = (value: Value) => {
    const isOn = selected.includes(value);
    if (isSingle) onChange(isOn ? [] : [value]);
    else onChange(isOn ? selected.filter((option) => option !== value) : [...selected, value]);
    if (isSingle) setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant={selected.length > 0 ? 'light' : 'default'}
          size="xs"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen((open) => !open)}
          {...(isOpen && STOP_ESCAPE)}
          aria-expanded={isOpen}
        >
          {selected.length > 0 ? summary : name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-labelledby={id}>
        <Stack gap="xs">
          <span id={id} className={classes.name}>
            {name}
          </span>
          {options.length >= MIN_OPTIONS_FOR_SEARCH && (
            <TextInput
              size="xs"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              aria-label={name}
              data-autofocus
              {...STOP_ESCAPE}
            />
          )}
          <ScrollArea.Autosize mah={280} type="auto">
            <Stack gap={2}>
              {matchingOptions.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  size="sm"
                  label={label}
                  checked={selected.includes(value)}
                  onChange={() => toggleOption(value)}
                  className={classes.option}
                  {...STOP_ESCAPE}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          {selected.length > 0 && (
            <Button size="xs" variant="subtle" onClick={() => onChange([])} {...STOP_ESCAPE}>
              {t('clear')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
