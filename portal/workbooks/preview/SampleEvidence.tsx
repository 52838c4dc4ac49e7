import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import type { AnswerInputProps } from '#questions/answer-input.ts';
import inputs from '#questions/inputs.module.css';
import { LocationInput } from '#questions/LocationInput.tsx';
import type { QuestionParts } from '#questions/question-parts.ts';
import { TextAnswer } from '#questions/TypedAnswers.tsx';
import type { Location } from '#workbook-engine/answer.ts';

const SAMPLE_LOCATION: Location = { latitude: 52.3731, longitude: 4.8926, accuracy: 8 };

/** Inputs with samples: the preview does not use the camera, the location or the files of the device. */
const SampleEvidence = (props: AnswerInputProps): ReactNode => {
  const { field, facts, save } = props;
  const { answer } = facts;
  const { t } = useTranslation('preview');
  const answerWith = (value: Parameters<typeof save>[0]) => void save(value);
  switch (field.type) {
    case 'photo': {
      const photos = Array.isArray(answer) ? (answer as string[]) : [];
      const isFull = photos.length >= (field.maxCount ?? workbookLimits.photos);
      return (
        <Sample
          shown={photos.length > 0 && t('photos', { count: photos.length })}
          add={!isFull && t('addPhoto')}
          onAdd={() => answerWith([...photos, crypto.randomUUID()])}
          onRemove={() => answerWith(photos.length === 1 ? null : photos.slice(0, -1))}
        />
      );
    }
    case 'signature':
    case 'file': {
      const [add, added] = field.type === 'file' ? [t('addFile'), t('fileAdded')] : [t('sign'), t('signed')];
      return (
        <Sample
          shown={answer !== null && added}
          add={answer === null && add}
          onAdd={() => answerWith(crypto.randomUUID())}
          onRemove={() => answerWith(null)}
        />
      );
    }
    case 'location':
      return (
        <LocationInput
          value={answer as Location | null}
          search={{ ...NO_SEARCH, start: () => answerWith(SAMPLE_LOCATION) }}
          onChange={answerWith}
        />
      );
    case 'barcode':
      return <TextAnswer {...props} />;
  }
};

export const SAMPLE_PARTS: QuestionParts = { EvidenceInput: SampleEvidence };

const NO_SEARCH = { isOn: false, acceptBest: () => {}, cancel: () => {} };

const Sample = ({
  shown,
  add,
  onAdd,
  onRemove,
}: {
  shown: string | false;
  add: string | false;
  onAdd: () => void;
  onRemove: () => void;
}) => {
  const { t } = useTranslation('preview');
  return (
    <div className={inputs.evidence}>
      {shown && <output className={inputs.value}>{shown}</output>}
      {add && (
        <button type="button" className={inputs.add} onClick={onAdd}>
          <IconPlus aria-hidden />
          {add}
        </button>
      )}
      {shown && (
        <button type="button" className={inputs.small} onClick={onRemove}>
          {t('remove')}
        </button>
      )}
    </div>
  );
};
