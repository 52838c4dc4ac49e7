import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { IconCalendar } from '#kit/icons/icons.ts';
import { DayCalendar } from './DayCalendar.tsx';
import { formatDate, formatDatePlaceholder, parseDate } from './date-text.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> & {
  /** A date such as 2026-11-25; an empty string for no date. */
  value: string;
  /** Called once a date is complete, or when the field is cleared and not `required`. */
  onChange: (value: string) => void;
};

/** A date in the format of the selected language. Native date inputs use the browser's language instead. */
export const DateInput = (props: Props) => <TypedDate {...props} hasTime={false} />;

/** An input for a date and time. Its value is an ISO timestamp, or null when empty. */
export const DateTimeInput = ({
  value,
  onChange,
  ...rest
}: Omit<Props, 'value' | 'onChange'> & {
  value: string | null;
  onChange: (value: string | null) => void;
}) => (
  <TypedDate
    {...rest}
    hasTime
    value={value === null ? '' : toLocalMinute(value)}
    onChange={(local) => onChange(local === '' ? null : new Date(local).toISOString())}
  />
);

/** A time such as 2026-11-25T14:30, in the browser's time zone. */
const toLocalMinute = (timestamp: string): string => {
  const date = new Date(timestamp);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** The time used when a day is picked in the calendar before a time has been typed: the start of a working day. */
const DEFAULT_TIME = '08:00';
const TIME_IN_TEXT = /\d+\D\d+(\s*[ap]\.?m\.?)?$/i;

const TypedDate = ({ value, onChange, hasTime, error, onBlur, ...rest }: Props & { hasTime: boolean }) => {
  const { t } = useTranslation('general');
  const language = currentLanguage();
  /** The text in the field while the user is editing it; null if the field shows `value`. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isErrorShown, setErrorShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const parse = (text: string) =>
    text.trim() === '' && !rest.required ? '' : parseDate(text, { language, hasTime });
  // A value that did not come from this field, for example after Back, replaces the text.
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    if (typed !== null && parse(typed) !== value) setTyped(null);
  }
  const text = typed ?? formatDate(value, language);
  const isInvalid = typed !== null && parse(typed) === undefined;
  const example = formatDate(hasTime ? '2026-12-31T14:30' : '2026-12-31', language);
  const message = t(hasTime ? 'enterDateTime' : 'enterDate', { example });

  // A form that contains an invalid date cannot be submitted.
  useEffect(() => field.current!.setCustomValidity(isInvalid ? message : ''), [isInvalid, message]);

  const edit = (next: string) => {
    setTyped(next);
    setErrorShown(false);
    const date = parse(next);
    if (date !== undefined && date !== value) onChange(date);
  };
  const selectDay = (day: string) => {
    const next = formatDate(hasTime ? `${day}T${value.slice(11) || DEFAULT_TIME}` : day, language);
    flushSync(() => {
      edit(next);
      setOpen(false);
    });
    if (!hasTime) return button.current!.focus();
    field.current!.focus();
    field.current!.setSelectionRange(next.search(TIME_IN_TEXT), next.length);
  };
  return (
    <TextInput
      {...rest}
      ref={field}
      autoComplete="off"
      placeholder={formatDatePlaceholder(language, hasTime)}
      value={text}
      error={error ?? (isInvalid && isErrorShown ? message : undefined)}
      onChange={(event) => edit(event.currentTarget.value)}
      onInvalid={() => setErrorShown(true)}
      onBlur={(event) => {
        onBlur?.(event);
        if (isInvalid) setErrorShown(true);
        else setTyped(null);
      }}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus>
          <Popover.Target>
            <ActionIcon
              ref={button}
              variant="subtle"
              color="gray"
              aria-label={t('calendarOf', { name: rest.label ?? rest['aria-label'] })}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <DayCalendar day={value.slice(0, 10)} onSelect={selectDay} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
};
