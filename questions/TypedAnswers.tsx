import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { workbookLimits } from '#contract/workbook-limits.ts';
import type { AnswerInputProps } from './answer-input.ts';
import classes from './inputs.module.css';
import { formatNumber, parseNumber } from './parse-number.ts';
import { useAutosavedText } from './use-autosaved-text.ts';

const useControlProps = (
  { id, describedBy, isInvalid, isReadOnly, data, saveDraft }: AnswerInputProps,
  savedText: string,
  save: (text: string) => Promise<boolean>,
) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid,
  'aria-required': data.isRequired,
  disabled: isReadOnly,
  autoComplete: 'off',
  ...useAutosavedText(savedText, save, { draft: data.draft, saveDraft }),
});

const toInputValue = ({ answer }: AnswerInputProps['data']) => (typeof answer === 'string' ? answer : '');

export const TextAnswer = ({
  attributes,
  ...props
}: AnswerInputProps & { attributes?: ComponentProps<'input'> }) => {
  const { data, field, save } = props;
  const controlProps = useControlProps(props, toInputValue(data), (text) => save(text || null));
  return field.type === 'longText' ? (
    <textarea
      {...controlProps}
      className={classes.text}
      rows={3}
      maxLength={field.maxLength ?? workbookLimits.longText}
    />
  ) : (
    <input
      {...controlProps}
      {...attributes}
      className={classes.text}
      maxLength={field.maxLength ?? workbookLimits.text}
    />
  );
};

/** Avoids `type=number`, which hides invalid text and accepts only one decimal separator. */
export const NumberAnswer = (props: AnswerInputProps) => {
  const { data, field, language, save, reject } = props;
  const { t } = useTranslation('questions');
  const isInteger = field.type === 'integer';
  const savedText = typeof data.answer === 'number' ? formatNumber(data.answer, language) : '';
  const saveText = (text: string) => {
    if (text.trim() === '') return save(null);
    const value = parseNumber(text);
    if (value === undefined || (isInteger && !Number.isInteger(value)))
      return reject(t(isInteger ? 'noWhole' : 'noNumber'));
    return save(value);
  };
  const controlProps = useControlProps(props, savedText, saveText);
  // Some phones' numeric keyboards have no minus key.
  const canBeNegative = typeof field.min !== 'number' || field.min < 0;
  return (
    <input
      {...controlProps}
      inputMode={canBeNegative && IS_APPLE ? 'text' : isInteger ? 'numeric' : 'decimal'}
      className={`${classes.text} ${classes.number}`}
    />
  );
};

const IS_APPLE = /iPhone|iPad/.test(navigator.userAgent);

const INPUT_TYPES = { date: 'date', time: 'time', dateTime: 'datetime-local' } as const;

/** A native input reports no change until the date or time is complete. */
export const DateTimeAnswer = (props: AnswerInputProps) => {
  const { data, field, save } = props;
  const type = INPUT_TYPES[field.type as keyof typeof INPUT_TYPES];
  const answer = toInputValue(data);
  const value =
    type === 'datetime-local' ? toLocalDateTime(answer) : type === 'time' ? answer.slice(0, 5) : answer;
  const controlProps = useControlProps(props, value, (text) =>
    save(type === 'datetime-local' ? toInstant(text) : text || null),
  );
  const onChange: ComponentProps<'input'>['onChange'] = (event) => {
    // The rest of Ronda supports only four-digit years.
    if (type === 'time' || /^(\d{4}-|$)/.test(event.currentTarget.value)) controlProps.onChange(event);
  };
  const max = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59', time: undefined }[type];
  return <input {...controlProps} onChange={onChange} type={type} max={max} className={classes.text} />;
};

const toInstant = (localDateTime: string) =>
  localDateTime === '' ? null : new Date(localDateTime).toISOString();

/** Converts an instant to the value of a `datetime-local` input, in the device's time zone. */
const toLocalDateTime = (iso: string): string => {
  if (iso === '') return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
