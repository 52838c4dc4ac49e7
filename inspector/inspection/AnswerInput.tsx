import type { ReactNode } from 'react';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { LocationInput, Place } from '#inspector/evidence/LocationInput.tsx';
import type { Location } from '#workbook-engine/answer.ts';
import type { AnswerInputProps } from './answer-input.ts';
import { OneChoice, SeveralChoices, YesOrNo } from './ChoiceAnswers.tsx';
import { CodeAnswer } from './CodeAnswer.tsx';
import { FileAnswer } from './FileAnswer.tsx';
import classes from './inputs.module.css';
import { PicturesAnswer } from './PicturesAnswer.tsx';
import { SignatureAnswer } from './SignatureAnswer.tsx';
import { MomentAnswer, NumberAnswer, TextAnswer } from './TypedAnswers.tsx';
import { useInspectionWords } from './words.ts';

/** How a field is answered, by its type: the one place that says so. */
export const AnswerInput = (props: AnswerInputProps): ReactNode => {
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
      return <Photos {...props} />;
    case 'signature':
      return <SignatureAnswer {...props} />;
    case 'file':
      return <FileAnswer {...props} />;
    case 'location':
      return <Whereabouts {...props} />;
    case 'barcode':
      return <CodeAnswer {...props} />;
    case 'calculated':
      return <Calculated shown={props.facts.shown} />;
    case 'note':
    case 'section':
    case 'repeat':
      // A note has only its text; what contains fields is laid out around them.
      return null;
  }
};

const Photos = ({ field, facts, isReadOnly, acts }: AnswerInputProps) => (
  <PicturesAnswer
    ids={(facts.answer ?? []) as string[]}
    naming={{ field: facts.path, of: 'photos' }}
    label={facts.label}
    most={field.maxCount ?? workbookLimits.photos}
    {...{ isReadOnly, acts }}
  />
);

const Whereabouts = ({ facts, isReadOnly, take }: AnswerInputProps) => {
  const place = facts.answer as Location | null;
  if (isReadOnly) return place && <Place place={place} />;
  return <LocationInput value={place} onChange={(value) => void take(value)} />;
};

const Calculated = ({ shown }: { shown: string }) => {
  const t = useInspectionWords();
  return (
    <output className={classes.value} data-empty={shown === ''}>
      {shown === '' ? t('noValue') : shown}
    </output>
  );
};
