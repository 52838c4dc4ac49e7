import { Button, Checkbox, Popover, ScrollArea, Stack, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './FilterButton.module.css';
import { useFrameWords } from './words.ts';

export type FilterChoice<Value> = { value: Value; label: string };

/** From this many on, choices are looked for by typing. */
const SEARCHED_FROM = 8;
/** Escape there closes the choices and not the dialog that they stand in (Mantine's own mark). */
const ESCAPES_ALONE = { 'data-mantine-stop-propagation': true };

/** One filter of a list: a button that says what is chosen, and opens the choices. `isSingle`: one of them at most. */
export const FilterButton = <Value extends string | number>({
  name,
  choices,
  chosen,
  isSingle = false,
  onChange,
}: {
  name: string;
  choices: readonly FilterChoice<Value>[];
  chosen: readonly Value[];
  isSingle?: boolean;
  onChange: (chosen: Value[]) => void;
}) => {
  const t = useFrameWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [sought, setSought] = useState('');
  const labels = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const said = labels.length > 2 ? `${labels.length}` : labels.join(', ');
  const shown = choices.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()));

  const toggle = (value: Value) => {
    const isOn = chosen.includes(value);
    if (isSingle) onChange(isOn ? [] : [value]);
    else onChange(isOn ? chosen.filter((one) => one !== value) : [...chosen, value]);
    if (isSingle) setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant={chosen.length > 0 ? 'light' : 'default'}
          size="xs"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen((open) => !open)}
          {...(isOpen && ESCAPES_ALONE)}
          aria-expanded={isOpen}
        >
          {chosen.length > 0 ? t('filterBy', { name, value: said }) : name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-labelledby={id}>
        <Stack gap="xs">
          <span id={id} className={classes.name}>
            {name}
          </span>
          {choices.length >= SEARCHED_FROM && (
            <TextInput
              size="xs"
              value={sought}
              onChange={(event) => setSought(event.currentTarget.value)}
              aria-label={name}
              data-autofocus
              {...ESCAPES_ALONE}
            />
          )}
          <ScrollArea.Autosize mah={280} type="auto">
            <Stack gap={2}>
              {shown.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  size="sm"
                  label={label}
                  checked={chosen.includes(value)}
                  onChange={() => toggle(value)}
                  className={classes.choice}
                  {...ESCAPES_ALONE}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          {chosen.length > 0 && (
            <Button size="xs" variant="subtle" onClick={() => onChange([])} {...ESCAPES_ALONE}>
              {t('clear')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
