import { TextInput, type TextInputProps } from '@mantine/core';

const LONGEST = 'yyyy-MM-ddTHH:mm'.length;

/** A date and time in the browser's own control, as an instant; null when it is empty. */
export const MomentInput = ({
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
      // A year of five digits is no date that anybody else reads.
      if (text.length <= LONGEST) onChange(text === '' ? null : new Date(text).toISOString());
    }}
  />
);

/** As the control writes it: local time to the minute. */
const localText = (instant: string): string => {
  const moment = new Date(instant);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};
