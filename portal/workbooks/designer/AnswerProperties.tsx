import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldType } from '#contract/workbook-definition.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { allows } from '#workbook-engine/field-issues.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

const BOUNDS = ['min', 'max'] as const;
const MAXIMUM = {
  maxLength: (type: FieldType) => (type === 'longText' ? 32_768 : 4_000),
  maxCount: () => 100,
};
const INPUT_TYPES = { date: 'date', time: 'time', dateTime: 'text' } as const;

/** The limits of answers, such as their range, length or number of photos. */
export const AnswerProperties = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const { t: member } = useTranslation('field-members');
  const { type, ...members } = edit.node.members;
  if (!isFieldType(type)) return null;
  const commonProps = (name: string) => ({
    label: member(name as 'min'),
    error: edit.errorOf(name),
    onBlur: edit.endStep,
  });
  const isNumber = type === 'integer' || type === 'decimal';
  return (
    <div className={classes.pair}>
      {allows(type, 'min') &&
        BOUNDS.map((name) =>
          isNumber ? (
            <NumberInput
              key={name}
              {...commonProps(name)}
              value={typeof members[name] === 'number' ? members[name] : ''}
              onChange={(input) => edit.set({ [name]: typeof input === 'number' ? input : undefined })}
              placeholder={t('noLimit')}
              allowDecimal={type === 'decimal'}
              hideControls
            />
          ) : (
            <TextInput
              key={name}
              {...commonProps(name)}
              type={INPUT_TYPES[type as keyof typeof INPUT_TYPES]}
              value={String(members[name] ?? '')}
              onChange={({ currentTarget: { value } }) =>
                edit.set({ [name]: value === '' ? undefined : value })
              }
              placeholder={type === 'dateTime' ? '2026-03-01T09:30:00Z' : ''}
              maxLength={40}
            />
          ),
        )}
      {(['maxLength', 'maxCount'] as const)
        .filter((name) => allows(type, name))
        .map((name) => (
          <NumberInput
            key={name}
            {...commonProps(name)}
            value={members[name] ?? ''}
            onChange={(input) => edit.set({ [name]: typeof input === 'number' ? input : undefined })}
            placeholder={t('maxLengthHint', { max: MAXIMUM[name](type) })}
            allowDecimal={false}
            min={1}
            max={MAXIMUM[name](type)}
            clampBehavior="strict"
            hideControls={name === 'maxLength'}
          />
        ))}
      {(['keepPosition', 'keepOriginals'] as const)
        .filter((name) => allows(type, name))
        .map((name) => (
          <Switch
            key={name}
            label={member(name)}
            description={t(`${name}Hint`)}
            checked={members[name] === true}
            onChange={({ currentTarget }) => edit.set({ [name]: currentTarget.checked || undefined })}
          />
        ))}
    </div>
  );
};
