import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useMemberWords } from '#portal/workbooks/fields/field-words.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { mayHave } from '#workbook-engine/field-faults.ts';
import classes from './Properties.module.css';
import { usePropertyWords } from './property-words.ts';
import type { FieldEdit } from './use-field-edit.ts';

const BOUNDS = ['min', 'max'] as const;
const INPUT_TYPES = { date: 'date', time: 'time', dateTime: 'text' } as const;

/** How large, long or many an answer may be. */
export const AnswerProperties = ({ edit }: { edit: FieldEdit }) => {
  const t = usePropertyWords();
  const member = useMemberWords();
  const { type, keepPosition, keepOriginals, maxLength, maxCount, ...members } = edit.node.members;
  if (!isFieldType(type)) return null;
  const common = (name: string) => ({
    label: member(name as 'min'),
    error: edit.faultOf(name),
    onBlur: edit.pause,
  });
  const isNumber = type === 'integer' || type === 'decimal';
  return (
    <div className={classes.pair}>
      {mayHave(type, 'min') &&
        BOUNDS.map((name) =>
          isNumber ? (
            <NumberInput
              key={name}
              {...common(name)}
              value={typeof members[name] === 'number' ? members[name] : ''}
              onChange={(said) => edit.set({ [name]: typeof said === 'number' ? said : undefined })}
              placeholder={t('none')}
              allowDecimal={type === 'decimal'}
              hideControls
            />
          ) : (
            <TextInput
              key={name}
              {...common(name)}
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
      {mayHave(type, 'maxLength') && (
        <NumberInput
          {...common('maxLength')}
          value={maxLength ?? ''}
          onChange={(said) => edit.set({ maxLength: typeof said === 'number' ? said : undefined })}
          placeholder={t('maxLengthHint', { most: type === 'longText' ? 32_768 : 4_000 })}
          allowDecimal={false}
          min={1}
          max={32_768}
          clampBehavior="strict"
          hideControls
        />
      )}
      {mayHave(type, 'maxCount') && (
        <NumberInput
          {...common('maxCount')}
          value={maxCount ?? ''}
          onChange={(said) => edit.set({ maxCount: typeof said === 'number' ? said : undefined })}
          placeholder={t('maxLengthHint', { most: 100 })}
          allowDecimal={false}
          min={1}
          max={100}
          clampBehavior="strict"
        />
      )}
      {mayHave(type, 'keepPosition') && (
        <Switch
          label={member('keepPosition')}
          description={t('keepPositionHint')}
          checked={keepPosition === true}
          onChange={({ currentTarget }) => edit.set({ keepPosition: currentTarget.checked || undefined })}
        />
      )}
      {mayHave(type, 'keepOriginals') && (
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
