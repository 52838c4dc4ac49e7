import { SegmentedControl, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/language.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { FieldInput } from '#portal/workbooks/preview/FieldInput.tsx';
import { calculatedDefault } from '#workbook-engine/calculated-default.ts';
import { useDesigner } from './designer-context.ts';
import { ExpressionField } from './ExpressionField.tsx';
import type { FieldEdit } from './use-field-edit.ts';

type Kind = 'nothing' | 'value' | 'calculation';

/** Edits the default of a field: none, a value, or a calculation at the start of the inspection. */
export const DefaultInput = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const { t: member } = useTranslation('field-members');
  const { languages } = useDesigner();
  const id = useId();
  const { members } = edit.node;
  const calculation = calculatedDefault({ default: members.default } as Field);
  const given: Kind =
    calculation !== undefined ? 'calculation' : members.default === undefined ? 'nothing' : 'value';
  const [kind, setKind] = useState(given);
  // Undo shows the restored kind. Without a default the selected kind is shown.
  const shown = given === 'nothing' ? kind : given;
  const select = (selected: string) => {
    setKind(selected as Kind);
    edit.set({ default: undefined });
  };
  const words = {
    nothing: 'noDefault',
    value: 'defaultValue',
    calculation: 'calculatedDefault',
  } as const;
  const issue = shown === 'calculation' ? undefined : edit.issueOf('default');
  return (
    <div>
      <Text size="sm" fw={500} id={id} mb={4}>
        {member('default')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        value={shown}
        onChange={select}
        data={(['nothing', 'value', 'calculation'] as const).map((value) => ({
          value,
          label: t(words[value]),
        }))}
        size="xs"
        mb={6}
      />
      {shown === 'value' && isFieldType(members.type) && (
        <FieldInput
          field={{ ...members, name: members.name ?? '', type: members.type }}
          value={members.default}
          offered={members.choices?.map(({ value }) => value) ?? []}
          shown=""
          language={languages[0] ?? currentLanguage()}
          frame={{ label: t('defaultValue'), ...(issue !== undefined && { error: issue }) }}
          onAnswer={(answer) => edit.set({ default: answer ?? undefined })}
        />
      )}
      {shown === 'calculation' && (
        <ExpressionField
          edit={edit}
          member="default.calculation"
          label={t('defaultCalculation')}
          value={calculation ?? ''}
          example={t('defaultExample')}
          onChange={(text) => edit.set({ default: text === '' ? undefined : { calculation: text } })}
        />
      )}
    </div>
  );
};
