import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from './use-debounced-value.ts';

/** The day is applied after this many milliseconds without a keystroke. */
const PAUSE_MS = 400;
/** Earlier days are years that are still being typed. */
const EARLIEST = '1900';

/**
 * A date field bound to the address. The address changes only after typing has stopped, because an immediate change would
 * reset the field while digits are missing. `''`: no day.
 */
export const DayField = ({
  value,
  onChange,
  ...others
}: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string;
  onChange: (day: string) => void;
}) => {
  const [typed, setTyped] = useDebouncedValue({
    value,
    pauseMs: PAUSE_MS,
    parse: (day) => (day === '' || day >= EARLIEST ? day : undefined),
    onCommit: onChange,
  });
  return (
    <TextInput
      {...others}
      type="date"
      max="9999-12-31"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
};
