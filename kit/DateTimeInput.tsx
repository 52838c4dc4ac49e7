import { TextInput, type TextInputProps } from '@mantine/core';

const MAX_LENGTH = 'yyyy-MM-ddTHH:mm'.length;

/** The browser's date and time input. The value is an ISO instant; null when empty. */
export const DateTimeInput = ({
  value,
  onChange,
  ...others
}: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string | null;
  onChange: (value: string | null) => void;
}) => (
  <TextInput
    {...others}
    type="datetime-local"
    max="9999-12-31T23:59"
    value={value === null ? '' : localText(value)}
    onChange={(event) => {
      const { value: text } = event.currentTarget;
      // Browsers allow five-digit years, which the server rejects.
      if (text.length <= MAX_LENGTH) onChange(text === '' ? null : new Date(text).toISOString());
    }}
  />
);

/** The format of the input: local time to the minute. */
const localText = (instant: string): string => {
  const moment = new Date(instant);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};
