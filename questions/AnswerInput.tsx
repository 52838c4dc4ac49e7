import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerInputProps } from './answer-input.ts';
import { BooleanAnswer, MultiChoiceAnswer, SingleChoiceAnswer } from './ChoiceAnswers.tsx';
import classes from './inputs.module.css';
import { useQuestionComponents } from './question-components.ts';
import { DateTimeAnswer, NumberAnswer, TextAnswer } from './TypedAnswers.tsx';

export const AnswerInput = (props: AnswerInputProps): ReactNode => {
  const { EvidenceInput } = useQuestionComponents();
  switch (props.field.type) {
    case 'text':
    case 'longText':
      return <TextAnswer {...props} />;
    case 'integer':
    case 'decimal':
      return <NumberAnswer {...props} />;
    case 'boolean':
      return <BooleanAnswer {...props} />;
    case 'date':
    case 'time':
    case 'dateTime':
      return <DateTimeAnswer {...props} />;
    case 'singleChoice':
      return <SingleChoiceAnswer {...props} />;
    case 'multiChoice':
      return <MultiChoiceAnswer {...props} />;
    case 'photo':
    case 'signature':
    case 'file':
    case 'location':
    case 'barcode':
      return <EvidenceInput {...props} />;
    case 'calculated':
      return <CalculatedValue text={props.data.calculatedText} />;
    case 'note':
    case 'section':
    case 'repeat':
      // Notes are just text. Sections and repeats are rendered with their fields.
      return null;
  }
};

const CalculatedValue = ({ text }: { text: string }) => {
  const { t } = useTranslation('questions');
  return (
    <output className={classes.value} data-empty={text === ''}>
      {text === '' ? t('noValue') : text}
    </output>
  );
};
