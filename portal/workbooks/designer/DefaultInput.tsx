import { Input, SegmentedControl, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { SAMPLE_COMPONENTS } from '#portal/workbooks/preview/SampleEvidence.tsx';
import { AnswerInput } from '#questions/AnswerInput.tsx';
import { QuestionComponentsProvider } from '#questions/question-components.ts';
import { toggleChoice } from '#questions/toggle-choice.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { readCalculatedDefault } from '#workbook-engine/calculated-default.ts';
import classes from './DefaultInput.module.css';
import { useDesigner } from './designer-context.ts';
import { ExpressionField } from './ExpressionField.tsx';
import type { FieldEdit } from './use-field-edit.ts';

const MODE_LABEL_KEYS = {
  nothing: 'noDefault',
  value: 'defaultValue',
  calculation: 'calculatedDefault',
} as const;
type DefaultMode = keyof typeof MODE_LABEL_KEYS;

export const DefaultInput = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const { languages } = useDesigner();
  const id = useId();
  const { properties } = edit.node;
  const calculation = readCalculatedDefault({ default: properties.default } as Field);
  const currentMode: DefaultMode =
    calculation !== undefined ? 'calculation' : properties.default === undefined ? 'nothing' : 'value';
  const [selectedMode, setSelectedMode] = useState(currentMode);
  // The field's default takes precedence, because Undo may have restored it.
  const mode = currentMode === 'nothing' ? selectedMode : currentMode;
  const selectMode = (newMode: string) => {
    setSelectedMode(newMode as DefaultMode);
    edit.set({ default: undefined });
  };
  return (
    <div>
      <Text size="sm" fw={500} id={id} mb={4}>
        {tPropertyLabels('default')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        value={mode}
        onChange={selectMode}
        data={Object.entries(MODE_LABEL_KEYS).map(([value, key]) => ({ value, label: t(key) }))}
        size="xs"
        mb={6}
      />
      {mode === 'value' && isFieldType(properties.type) && (
        <DefaultAnswer edit={edit} type={properties.type} language={languages[0] ?? currentLanguage()} />
      )}
      {mode === 'calculation' && (
        <ExpressionField
          edit={edit}
          property="default.calculation"
          label={t('defaultCalculation')}
          value={calculation ?? ''}
          example={t('defaultExample')}
          onChange={(text) => edit.set({ default: text === '' ? undefined : { calculation: text } })}
        />
      )}
    </div>
  );
};

const DefaultAnswer = ({ edit, type, language }: { edit: FieldEdit; type: FieldType; language: string }) => {
  const { t } = useTranslation('field-properties');
  const id = useId();
  const { properties } = edit.node;
  const [inputError, setInputError] = useState<string>();
  const error = inputError ?? edit.findErrorMessage('default');
  const answer = (properties.default ?? null) as Answer;
  const save = async (value: Answer) => {
    setInputError(undefined);
    edit.set({ default: value ?? undefined });
    return true;
  };
  const reject = async (reason: string) => {
    setInputError(reason);
    return false;
  };
  return (
    <Input.Wrapper id={id} className={classes.default!} label={t('defaultValue')} error={error}>
      <QuestionComponentsProvider value={SAMPLE_COMPONENTS}>
        <AnswerInput
          field={{ ...properties, name: properties.name ?? '', type }}
          data={{
            path: '',
            label: t('defaultValue'),
            answer,
            calculatedText: '',
            isRequired: false,
            hasFailed: false,
            offeredValues: properties.choices?.map(({ value }) => value) ?? [],
          }}
          id={id}
          language={language}
          save={save}
          reject={reject}
          isReadOnly={false}
          describedBy={error === undefined ? undefined : `${id}-error`}
          isInvalid={error !== undefined}
          toggle={(choice) =>
            void save(toggleChoice(Array.isArray(answer) ? (answer as string[]) : [], choice))
          }
        />
      </QuestionComponentsProvider>
    </Input.Wrapper>
  );
};
