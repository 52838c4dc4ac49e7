import { Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LocalText } from '#contract/workbook-definition.ts';
import { textIn, withText } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

type Props = {
  edit: FieldEdit;
  member: 'label' | 'hint' | 'constraintMessage';
  maxLength: number;
};

/** Edits a text, with one input for all languages or one for each language of the workbook. */
export const LocalTextInput = ({ edit, member, maxLength }: Props) => {
  const { t } = useTranslation('field-properties');
  const memberName = useTranslation('field-members').t(member);
  const { languages } = useDesigner();
  const text = edit.node.members[member] as LocalText | undefined;
  return (
    <Stack gap={6}>
      {(languages.length === 0 ? [''] : languages).map((tag) => (
        <Textarea
          key={tag}
          id={`${member}-${tag}`}
          label={tag === '' ? memberName : t('inLanguage', { member: memberName, language: tag })}
          lang={tag || undefined}
          value={textIn(text, tag, languages)}
          maxLength={maxLength}
          rows={1}
          classNames={{ input: classes.growing! }}
          error={edit.errorOf(tag === '' || typeof text === 'string' ? member : `${member}.${tag}`)}
          onBlur={edit.endStep}
          onChange={({ currentTarget }) =>
            edit.set({ [member]: withText(text, tag, currentTarget.value, languages) })
          }
        />
      ))}
    </Stack>
  );
};
