import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconCalendar } from '#kit/icons/icons.ts';
import { currentLanguage } from '#kit/language.ts';
import { DayCalendar } from './DayCalendar.tsx';
import { dateHint, readDate, writeDate } from './date-text.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> & {
  /** 2026-11-25; `''`: none. */
  value: string;
  /** Called when a date is complete, or when the field is emptied and not `required`. */
  onChange: (value: string) => void;
};

/**
 * A date in the format of the selected language, typed or selected in a calendar. Browsers' own date inputs follow the
 * language of the browser instead.
 */
export const DateInput = (props: Props) => <TypedDate {...props} hasTime={false} />;

/** A date and time. The value is an ISO instant; null when empty. */
export const DateTimeInput = ({
  value,
  onChange,
  ...others
}: Omit<Props, 'value' | 'onChange'> & {
  value: string | null;
  onChange: (value: string | null) => void;
}) => (
  <TypedDate
    {...others}
    hasTime
    value={value === null ? '' : localMinute(value)}
    onChange={(local) => onChange(local === '' ? null : new Date(local).toISOString())}
  />
);

/** 2026-11-25T14:30 in the time zone of the browser. */
const localMinute = (instant: string): string => {
  const moment = new Date(instant);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** When a day is selected in the calendar before a time has been typed: the usual start of a working day. */
const USUAL_TIME = '08:00';
const TIME_IN_TEXT = /\d+\D\d+(\s*[ap]\.?m\.?)?$/i;

const TypedDate = ({ value, onChange, hasTime, error, onBlur, ...others }: Props & { hasTime: boolean }) => {
  const { t } = useTranslation('general');
  const language = currentLanguage();
  /** null: the field shows the value. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const read = (text: string) =>
    text.trim() === '' && !others.required ? '' : readDate(text, { language, hasTime });
  // A value from elsewhere, such as after Back, replaces the text.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (typed !== null && read(typed) !== value) setTyped(null);
  }
  const text = typed ?? writeDate(value, language);
  const isUnreadable = typed !== null && read(typed) === undefined;
  const example = writeDate(hasTime ? '2026-12-31T14:30' : '2026-12-31', language);
  const message = t(hasTime ? 'enterDateTime' : 'enterDate', { example });

  // The browser does not submit a form with an unreadable date.
  useEffect(() => field.current!.setCustomValidity(isUnreadable ? message : ''), [isUnreadable, message]);

  const edit = (next: string) => {
    setTyped(next);
    setChecked(false);
    const date = read(next);
    if (date !== undefined && date !== value) onChange(date);
  };
  const pick = (day: string) => {
    const next = writeDate(hasTime ? `${day}T${value.slice(11) || USUAL_TIME}` : day, language);
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
      {...others}
      ref={field}
      autoComplete="off"
      placeholder={dateHint(language, hasTime)}
      value={text}
      error={error ?? (isUnreadable && isChecked ? message : undefined)}
      onChange={(event) => edit(event.currentTarget.value)}
      onBlur={(event) => {
        onBlur?.(event);
        if (isUnreadable) setChecked(true);
        else setTyped(null);
      }}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus>
          <Popover.Target>
            <ActionIcon
              ref={button}
              variant="subtle"
              color="gray"
              aria-label={t('calendarOf', { name: others.label ?? others['aria-label'] })}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <DayCalendar day={value.slice(0, 10)} onSelect={pick} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
};
