import type { ReactNode } from 'react';
import { workbookLimits } from '#contract/workbook-limits.ts';
import type { AnswerInputProps } from './answer-input.ts';
import { OneChoice, SeveralChoices, YesOrNo } from './ChoiceAnswers.tsx';
import { type EvidenceProps, useEvidenceInputs } from './evidence-inputs.ts';
import classes from './inputs.module.css';
import { MomentAnswer, NumberAnswer, TextAnswer } from './TypedAnswers.tsx';
import { useInspectionWords } from './words.ts';

/** How a field is answered, by its type: the one place that says so. */
export const AnswerInput = (props: AnswerInputProps): ReactNode => {
  const { Photo, Signature, File, Location, Barcode } = useEvidenceInputs();
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
      return <Photo {...evidenceOf(props)} />;
    case 'signature':
      return <Signature {...evidenceOf(props)} />;
    case 'file':
      return <File {...evidenceOf(props)} />;
    case 'location':
      return <Location {...evidenceOf(props)} />;
    case 'barcode':
      return <Barcode {...evidenceOf(props)} />;
    case 'calculated':
      return <Calculated shown={props.facts.shown} />;
    case 'note':
    case 'section':
    case 'repeat':
      // A note has only its text; what contains fields is laid out around them.
      return null;
  }
};

const evidenceOf = ({
  field,
  facts,
  describedBy,
  isReadOnly,
  take,
  acts,
}: AnswerInputProps): EvidenceProps => ({
  value: facts.answer,
  label: facts.label,
  describedBy,
  isReadOnly,
  maxCount: field.maxCount ?? workbookLimits.photos,
  maxLength: field.maxLength ?? workbookLimits.text,
  onAnswer: take,
  addPicture: (bytes, name) =>
    acts.addPicture(facts.path, field.type === 'photo' ? 'photos' : 'answer', { bytes, name }),
  readPicture: acts.readPicture,
});

const Calculated = ({ shown }: { shown: string }) => {
  const t = useInspectionWords();
  return (
    <output className={classes.value} data-empty={shown === ''}>
      {shown === '' ? t('noValue') : shown}
    </output>
  );
};
