import { TextInput, type TextInputProps } from '@mantine/core';
import { useTypedAhead } from './use-typed-ahead.ts';

/** Milliseconds without another key, after which a day counts. */
const PAUSE_MS = 400;
/** While a year is being typed, it is one of the first centuries. */
const EARLIEST = '1900';

/**
 * A day that stands in the address, in the browser's own control. The address follows when somebody has finished typing: it
 * would take away the digits that are still to come. `''`: none.
 */
export const DayField = ({
  value,
  onChange,
  ...others
}: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string;
  onChange: (day: string) => void;
}) => {
  const [typed, setTyped] = useTypedAhead({
    value,
    pauseMs: PAUSE_MS,
    meantBy: (day) => (day === '' || day >= EARLIEST ? day : undefined),
    onMeant: onChange,
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
