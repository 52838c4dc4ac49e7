import { Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LocalizedText } from '#contract/workbook-definition.ts';
import { readText, updateText } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

type Props = {
  edit: FieldEdit;
  property: 'label' | 'hint' | 'constraintMessage';
  maxLength: number;
  label?: string;
};

export const LocalTextInput = ({ edit, property, maxLength, label }: Props) => {
  const { t } = useTranslation('field-properties');
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const inputLabel = label ?? tPropertyLabels(property);
  const { languages } = useDesigner();
  const text = edit.node.properties[property] as LocalizedText | undefined;
  return (
    <Stack gap={6}>
      {(languages.length === 0 ? [''] : languages).map((tag) => (
        <Textarea
          key={tag}
          id={`${property}-${tag}`}
          label={tag === '' ? inputLabel : t('inLanguage', { property: inputLabel, language: tag })}
          lang={tag || undefined}
          value={readText(text, tag, languages)}
          maxLength={maxLength}
          rows={1}
          classNames={{ input: classes.growing! }}
          error={edit.findErrorMessage(
            tag === '' || typeof text === 'string' ? property : `${property}.${tag}`,
          )}
          onBlur={edit.endStep}
          onChange={({ currentTarget }) =>
            edit.set({ [property]: updateText(text, tag, currentTarget.value, languages) })
          }
        />
      ))}
    </Stack>
  );
};
