import { SegmentedControl, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/words.ts';
import { useMemberWords } from '#portal/workbooks/fields/field-words.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { FieldInput } from '#portal/workbooks/preview/FieldInput.tsx';
import { calculatedDefault } from '#workbook-engine/calculated-default.ts';
import { useDesigner } from './designer-context.ts';
import { ExpressionField } from './ExpressionField.tsx';
import { usePropertyWords } from './property-words.ts';
import type { FieldEdit } from './use-field-edit.ts';

type Kind = 'nothing' | 'value' | 'calculation';

/** What is filled in at the start: nothing, an answer, or what is worked out then. */
export const DefaultInput = ({ edit }: { edit: FieldEdit }) => {
  const t = usePropertyWords();
  const member = useMemberWords();
  const { languages } = useDesigner();
  const id = useId();
  const { members } = edit.node;
  const calculation = calculatedDefault({ default: members.default } as Field);
  const given: Kind =
    calculation !== undefined ? 'calculation' : members.default === undefined ? 'nothing' : 'value';
  const [kind, setKind] = useState(given);
  // A step back shows what it brought back; until something is said the choice of the moment counts.
  const shown = given === 'nothing' ? kind : given;
  const choose = (chosen: string) => {
    setKind(chosen as Kind);
    edit.set({ default: undefined });
  };
  const words = {
    nothing: 'nothingAtStart',
    value: 'valueAtStart',
    calculation: 'workedOutAtStart',
  } as const;
  const fault = shown === 'calculation' ? undefined : edit.faultOf('default');
  return (
    <div>
      <Text size="sm" fw={500} id={id} mb={4}>
        {member('default')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        value={shown}
        onChange={choose}
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
          frame={{ label: t('valueAtStart'), ...(fault !== undefined && { error: fault }) }}
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
          onChange={(said) => edit.set({ default: said === '' ? undefined : { calculation: said } })}
        />
      )}
    </div>
  );
};
