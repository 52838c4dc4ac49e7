import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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

/** The input for each type of field. */
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
      return <LocationAnswer {...props} />;
    case 'barcode':
      return <CodeAnswer {...props} />;
    case 'calculated':
      return <Calculated shown={props.facts.shown} />;
    case 'note':
    case 'section':
    case 'repeat':
      // A note has only its text. Sections and repeats are laid out around their fields.
      return null;
  }
};

const Photos = ({ field, facts, isReadOnly, actions }: AnswerInputProps) => (
  <PicturesAnswer
    ids={(facts.answer ?? []) as string[]}
    pictureField={{ field: facts.path, of: 'photos' }}
    label={facts.label}
    max={field.maxCount ?? workbookLimits.photos}
    {...{ isReadOnly, actions }}
  />
);

const LocationAnswer = ({ facts, isReadOnly, save }: AnswerInputProps) => {
  const place = facts.answer as Location | null;
  if (isReadOnly) return place && <Place place={place} />;
  return <LocationInput value={place} onChange={(value) => void save(value)} />;
};

const Calculated = ({ shown }: { shown: string }) => {
  const { t } = useTranslation('inspection');
  return (
    <output className={classes.value} data-empty={shown === ''}>
      {shown === '' ? t('noValue') : shown}
    </output>
  );
};
