import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldType } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { canHaveProperty } from '#workbook-engine/field-issues.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

const findUpperLimit = (property: 'maxLength' | 'maxCount', type: FieldType): number => {
  if (property === 'maxCount') return workbookLimits.photos;
  return type === 'longText' ? workbookLimits.longText : workbookLimits.text;
};

export const AnswerProperties = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const { type, ...properties } = edit.node.properties;
  if (!isFieldType(type)) return null;
  const createCommonProps = (name: string) => ({
    label: tPropertyLabels(name as 'min'),
    error: edit.findErrorMessage(name),
    onBlur: edit.endStep,
  });
  const isNumber = type === 'integer' || type === 'decimal';
  return (
    <div className={classes.pair}>
      {canHaveProperty(type, 'min') &&
        (['min', 'max'] as const).map((name) =>
          isNumber ? (
            <NumberInput
              key={name}
              {...createCommonProps(name)}
              value={typeof properties[name] === 'number' ? properties[name] : ''}
              onChange={(input) => edit.set({ [name]: typeof input === 'number' ? input : undefined })}
              placeholder={t('noLimit')}
              allowDecimal={type === 'decimal'}
              hideControls
            />
          ) : (
            <TextInput
              key={name}
              {...createCommonProps(name)}
              type={type === 'dateTime' ? 'text' : type}
              value={String(properties[name] ?? '')}
              onChange={({ currentTarget: { value } }) =>
                edit.set({ [name]: value === '' ? undefined : value })
              }
              placeholder={type === 'dateTime' ? '2026-03-01T09:30:00Z' : ''}
              maxLength={40}
            />
          ),
        )}
      {(['maxLength', 'maxCount'] as const)
        .filter((name) => canHaveProperty(type, name))
        .map((name) => (
          <NumberInput
            key={name}
            {...createCommonProps(name)}
            value={properties[name] ?? ''}
            onChange={(input) => edit.set({ [name]: typeof input === 'number' ? input : undefined })}
            placeholder={t('maxLengthHint', { max: findUpperLimit(name, type) })}
            allowDecimal={false}
            min={1}
            max={findUpperLimit(name, type)}
            clampBehavior="strict"
            hideControls={name === 'maxLength'}
          />
        ))}
      {(['keepPosition', 'keepOriginals'] as const)
        .filter((name) => canHaveProperty(type, name))
        .map((name) => (
          <Switch
            key={name}
            label={tPropertyLabels(name)}
            description={t(`${name}Hint`)}
            checked={properties[name] === true}
            onChange={({ currentTarget }) => edit.set({ [name]: currentTarget.checked || undefined })}
          />
        ))}
    </div>
  );
};
