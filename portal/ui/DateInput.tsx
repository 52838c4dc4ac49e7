import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { IconCalendar } from '#kit/icons/icons.ts';
import { DayCalendar } from './DayCalendar.tsx';
import { formatDate, formatDatePlaceholder, parseDate } from './date-text.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> & {
  /** A date such as 2026-11-25, or an empty string if there is no date. */
  value: string;
  /** Called with a complete date, or with an empty string if the field is cleared and is not `required`. */
  onChange: (value: string) => void;
};

/** Uses the selected language, unlike native date inputs, which use the browser's. */
export const DateInput = (props: Props) => <DateTextInput {...props} hasTime={false} />;

/** The value is an ISO timestamp, or null when empty. */
export const DateTimeInput = ({
  value,
  onChange,
  ...rest
}: Omit<Props, 'value' | 'onChange'> & {
  value: string | null;
  onChange: (value: string | null) => void;
}) => (
  <DateTextInput
    {...rest}
    hasTime
    value={value === null ? '' : toLocalDateTime(value)}
    onChange={(local) => onChange(local === '' ? null : new Date(local).toISOString())}
  />
);

/** Returns, for example, 2026-11-25T14:30, in the browser's time zone. */
const toLocalDateTime = (timestamp: string): string => {
  const date = new Date(timestamp);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

const TIME_PATTERN = /\d+\D\d+(\s*[ap]\.?m\.?)?$/i;

const DateTextInput = ({
  value,
  onChange,
  hasTime,
  error,
  onBlur,
  ...rest
}: Props & { hasTime: boolean }) => {
  const { t } = useTranslation('general');
  const language = currentLanguage();
  /** The text in the field while the user is editing it, or null if the field shows `value`. */
  const [typedText, setTypedText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isErrorShown, setErrorShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const parseValue = (text: string) =>
    text.trim() === '' && !rest.required ? '' : parseDate(text, { language, hasTime });
  // A value from elsewhere, for example after Back, replaces the text.
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    if (typedText !== null && parseValue(typedText) !== value) setTypedText(null);
  }
  const text = typedText ?? formatDate(value, language);
  const isInvalid = typedText !== null && parseValue(typedText) === undefined;
  const example = formatDate(hasTime ? '2026-12-31T14:30' : '2026-12-31', language);
  const message = t(hasTime ? 'enterDateTime' : 'enterDate', { example });

  useEffect(() => field.current!.setCustomValidity(isInvalid ? message : ''), [isInvalid, message]);

  const editText = (newText: string) => {
    setTypedText(newText);
    setErrorShown(false);
    const date = parseValue(newText);
    if (date !== undefined && date !== value) onChange(date);
  };
  const selectDay = (day: string) => {
    const newText = formatDate(hasTime ? `${day}T${value.slice(11) || '08:00'}` : day, language);
    flushSync(() => {
      editText(newText);
      setOpen(false);
    });
    if (!hasTime) return button.current!.focus();
    field.current!.focus();
    field.current!.setSelectionRange(newText.search(TIME_PATTERN), newText.length);
  };
  return (
    <TextInput
      {...rest}
      ref={field}
      autoComplete="off"
      placeholder={formatDatePlaceholder(language, hasTime)}
      value={text}
      error={error ?? (isInvalid && isErrorShown ? message : undefined)}
      onChange={(event) => editText(event.currentTarget.value)}
      onInvalid={() => setErrorShown(true)}
      onBlur={(event) => {
        onBlur?.(event);
        if (isInvalid) setErrorShown(true);
        else setTypedText(null);
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
