import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { workbookLimits } from '#contract/workbook-limits.ts';
import type { AnswerInputProps } from './answer-input.ts';
import classes from './inputs.module.css';
import { readNumber, writeNumber } from './read-number.ts';
import { useAutosavedText } from './use-autosaved-text.ts';

const controlOf = ({ id, describedBy, isInvalid, isReadOnly, facts }: AnswerInputProps) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid,
  'aria-required': facts.isRequired,
  disabled: isReadOnly,
  autoComplete: 'off',
});

const textOf = ({ answer }: AnswerInputProps['facts']) => (typeof answer === 'string' ? answer : '');

export const TextAnswer = (props: AnswerInputProps) => {
  const { facts, field, save } = props;
  const { field: typed } = useAutosavedText(textOf(facts), (text) => save(text === '' ? null : text));
  const attributes = { ...controlOf(props), ...typed, className: classes.text };
  return field.type === 'longText' ? (
    <textarea {...attributes} rows={3} maxLength={field.maxLength ?? workbookLimits.longText} />
  ) : (
    <input {...attributes} maxLength={field.maxLength ?? workbookLimits.text} />
  );
};

/** A text field, because number fields of browsers do not report invalid text and accept only one decimal separator. */
export const NumberAnswer = (props: AnswerInputProps) => {
  const { facts, field, language, save, reject } = props;
  const { t } = useTranslation('questions');
  const isWhole = field.type === 'integer';
  const saved = typeof facts.answer === 'number' ? writeNumber(facts.answer, language) : '';
  const { field: typed } = useAutosavedText(saved, (text) => {
    if (text.trim() === '') return save(null);
    const value = readNumber(text);
    if (value === undefined || (isWhole && !Number.isInteger(value)))
      return reject(t(isWhole ? 'noWhole' : 'noNumber'));
    return save(value);
  });
  // The numeric keyboards of some phones have no minus.
  const canBeNegative = typeof field.min !== 'number' || field.min < 0;
  return (
    <input
      {...controlOf(props)}
      {...typed}
      inputMode={canBeNegative && IS_APPLE ? 'text' : isWhole ? 'numeric' : 'decimal'}
      className={`${classes.text} ${classes.number}`}
    />
  );
};

const IS_APPLE = /iPhone|iPad/.test(navigator.userAgent);

const CONTROLS = { date: 'date', time: 'time', dateTime: 'datetime-local' } as const;

/** The browser's own control. It reports no change until the date or time is complete. */
export const MomentAnswer = (props: AnswerInputProps) => {
  const { facts, field, save } = props;
  const type = CONTROLS[field.type as keyof typeof CONTROLS];
  const answer = textOf(facts);
  const shown =
    type === 'datetime-local' ? localMinute(answer) : type === 'time' ? answer.slice(0, 5) : answer;
  const { field: typed } = useAutosavedText(shown, (text) =>
    save(type === 'datetime-local' ? instantOf(text) : text || null),
  );
  const onChange: ComponentProps<'input'>['onChange'] = (event) => {
    // Years of five digits are not supported elsewhere.
    if (type === 'time' || /^(\d{4}-|$)/.test(event.currentTarget.value)) typed.onChange(event);
  };
  const max = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59', time: undefined }[type];
  return (
    <input
      {...controlOf(props)}
      {...typed}
      onChange={onChange}
      type={type}
      max={max}
      className={classes.text}
    />
  );
};

const instantOf = (local: string) => (local === '' ? null : new Date(local).toISOString());

/** An instant in the format of the control, in the device's time zone. */
const localMinute = (iso: string): string => {
  if (iso === '') return '';
  const moment = new Date(iso);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
