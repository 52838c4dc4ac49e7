import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

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
  const [typed, setTyped] = useState(value);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const told = useRef(value);
  useEffect(() => {
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === latest.current.value || (typed !== '' && typed < EARLIEST)) return;
    const timer = setTimeout(() => {
      told.current = typed;
      latest.current.onChange(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
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
