import { Input, SegmentedControl, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/language.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { SAMPLE_PARTS } from '#portal/workbooks/preview/SampleEvidence.tsx';
import { AnswerInput } from '#questions/AnswerInput.tsx';
import { QuestionPartsProvider } from '#questions/question-parts.ts';
import { toggleChoice } from '#questions/toggle-choice.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { calculatedDefault } from '#workbook-engine/calculated-default.ts';
import classes from './DefaultInput.module.css';
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
        <DefaultAnswer edit={edit} type={members.type} language={languages[0] ?? currentLanguage()} />
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

/** The same input as in an inspection. */
const DefaultAnswer = ({ edit, type, language }: { edit: FieldEdit; type: FieldType; language: string }) => {
  const { t } = useTranslation('field-properties');
  const id = useId();
  const { members } = edit.node;
  const [rejection, setRejection] = useState<string>();
  const issue = rejection ?? edit.issueOf('default');
  const answer = (members.default ?? null) as Answer;
  const save = async (value: Answer) => {
    setRejection(undefined);
    edit.set({ default: value ?? undefined });
    return true;
  };
  const reject = async (reason: string) => {
    setRejection(reason);
    return false;
  };
  return (
    <Input.Wrapper id={id} className={classes.default!} label={t('defaultValue')} error={issue}>
      <QuestionPartsProvider value={SAMPLE_PARTS}>
        <AnswerInput
          field={{ ...members, name: members.name ?? '', type }}
          facts={{
            ...{ path: '', label: t('defaultValue'), answer, shown: '', isRequired: false, isFailing: false },
            offered: members.choices?.map(({ value }) => value) ?? [],
          }}
          {...{ id, language, save, reject }}
          isReadOnly={false}
          describedBy={issue === undefined ? undefined : `${id}-error`}
          isInvalid={issue !== undefined}
          toggle={(choice) =>
            void save(toggleChoice(Array.isArray(answer) ? (answer as string[]) : [], choice))
          }
        />
      </QuestionPartsProvider>
    </Input.Wrapper>
  );
};
