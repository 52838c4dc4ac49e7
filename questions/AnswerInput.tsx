import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerInputProps } from './answer-input.ts';
import { OneChoice, SeveralChoices, YesOrNo } from './ChoiceAnswers.tsx';
import classes from './inputs.module.css';
import { useQuestionParts } from './question-parts.ts';
import { MomentAnswer, NumberAnswer, TextAnswer } from './TypedAnswers.tsx';

/** The input for each type of field. */
export const AnswerInput = (props: AnswerInputProps): ReactNode => {
  const { EvidenceInput } = useQuestionParts();
  switch (props.field.type) {
    case 'text':
    case 'longText':
      return <TextAnswer {...props} />;
    case 'integer':
    case 'decimal':
      return <NumberAnswer {...props} />;
    case 'boolean':
      return <YesOrNo {...props} />;
    case 'date':
    case 'time':
    case 'dateTime':
      return <MomentAnswer {...props} />;
    case 'singleChoice':
      return <OneChoice {...props} />;
    case 'multiChoice':
      return <SeveralChoices {...props} />;
    case 'photo':
    case 'signature':
    case 'file':
    case 'location':
    case 'barcode':
      return <EvidenceInput {...props} />;
    case 'calculated':
      return <Calculated shown={props.facts.shown} />;
    case 'note':
    case 'section':
    case 'repeat':
      // A note has only its text. Sections and repeats are laid out around their fields.
      return null;
  }
};

const Calculated = ({ shown }: { shown: string }) => {
  const { t } = useTranslation('questions');
  return (
    <output className={classes.value} data-empty={shown === ''}>
      {shown === '' ? t('noValue') : shown}
    </output>
  );
};
