import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { allows } from '#workbook-engine/field-issues.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

const BOUNDS = ['min', 'max'] as const;
const INPUT_TYPES = { date: 'date', time: 'time', dateTime: 'text' } as const;

/** The limits of answers, such as their range, length or number of photos. */
export const AnswerProperties = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const { t: member } = useTranslation('field-members');
  const { type, keepPosition, keepOriginals, maxLength, maxCount, ...members } = edit.node.members;
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
      {allows(type, 'maxLength') && (
        <NumberInput
          {...commonProps('maxLength')}
          value={maxLength ?? ''}
          onChange={(input) => edit.set({ maxLength: typeof input === 'number' ? input : undefined })}
          placeholder={t('maxLengthHint', { max: type === 'longText' ? 32_768 : 4_000 })}
          allowDecimal={false}
          min={1}
          max={32_768}
          clampBehavior="strict"
          hideControls
        />
      )}
      {allows(type, 'maxCount') && (
        <NumberInput
          {...commonProps('maxCount')}
          value={maxCount ?? ''}
          onChange={(input) => edit.set({ maxCount: typeof input === 'number' ? input : undefined })}
          placeholder={t('maxLengthHint', { max: 100 })}
          allowDecimal={false}
          min={1}
          max={100}
          clampBehavior="strict"
        />
      )}
      {allows(type, 'keepPosition') && (
        <Switch
          label={member('keepPosition')}
          description={t('keepPositionHint')}
          checked={keepPosition === true}
          onChange={({ currentTarget }) => edit.set({ keepPosition: currentTarget.checked || undefined })}
        />
      )}
      {allows(type, 'keepOriginals') && (
        <Switch
          label={member('keepOriginals')}
          description={t('keepOriginalsHint')}
          checked={keepOriginals === true}
          onChange={({ currentTarget }) => edit.set({ keepOriginals: currentTarget.checked || undefined })}
        />
      )}
    </div>
  );
};
