import type { ComponentProps } from 'react';
import { workbookLimits } from '#contract/workbook-limits.ts';
import type { AnswerInputProps } from './answer-input.ts';
import classes from './inputs.module.css';
import { readNumber, writeNumber } from './read-number.ts';
import { useKeptText } from './use-kept-text.ts';
import { useInspectionWords } from './words.ts';

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
  const { facts, field, take } = props;
  const { field: typed } = useKeptText(textOf(facts), (text) => take(text === '' ? null : text));
  const attributes = { ...controlOf(props), ...typed, className: classes.text };
  return field.type === 'longText' ? (
    <textarea {...attributes} rows={3} maxLength={field.maxLength ?? workbookLimits.longText} />
  ) : (
    <input {...attributes} maxLength={field.maxLength ?? workbookLimits.text} />
  );
};

/** A field for text: the browser's own for numbers says nothing of what it does not read, and knows one decimal sign. */
export const NumberAnswer = (props: AnswerInputProps) => {
  const { facts, field, language, take, refuse } = props;
  const t = useInspectionWords();
  const isWhole = field.type === 'integer';
  const kept = typeof facts.answer === 'number' ? writeNumber(facts.answer, language) : '';
  const { field: typed } = useKeptText(kept, (text) => {
    if (text.trim() === '') return take(null);
    const value = readNumber(text);
    if (value === undefined || (isWhole && !Number.isInteger(value)))
      return refuse(t(isWhole ? 'noWhole' : 'noNumber'));
    return take(value);
  });
  // Pads for numbers of some phones have no minus.
  const mayBeNegative = typeof field.min !== 'number' || field.min < 0;
  return (
    <input
      {...controlOf(props)}
      {...typed}
      inputMode={mayBeNegative && IS_APPLE ? 'text' : isWhole ? 'numeric' : 'decimal'}
      className={`${classes.text} ${classes.number}`}
    />
  );
};

const IS_APPLE = /iPhone|iPad/.test(navigator.userAgent);

const CONTROLS = { date: 'date', time: 'time', dateTime: 'datetime-local' } as const;

/** The browser's own control. It tells nothing until a whole date or time stands in it. */
export const MomentAnswer = (props: AnswerInputProps) => {
  const { facts, field, take } = props;
  const type = CONTROLS[field.type as keyof typeof CONTROLS];
  const said = textOf(facts);
  const shown = type === 'datetime-local' ? localMinute(said) : type === 'time' ? said.slice(0, 5) : said;
  const { field: typed } = useKeptText(shown, (text) =>
    take(type === 'datetime-local' ? instantOf(text) : text || null),
  );
  const onChange: ComponentProps<'input'>['onChange'] = (event) => {
    // A year of five digits is no date that anybody else reads.
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

/** An instant as the control writes it, in the time zone of the device. */
const localMinute = (iso: string): string => {
  if (iso === '') return '';
  const moment = new Date(iso);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
