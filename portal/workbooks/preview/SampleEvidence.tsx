import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import type { AnswerInputProps } from '#questions/answer-input.ts';
import inputs from '#questions/inputs.module.css';
import { LocationInput } from '#questions/LocationInput.tsx';
import type { QuestionComponents } from '#questions/question-components.ts';
import { TextAnswer } from '#questions/TypedAnswers.tsx';
import type { Location } from '#workbook-engine/answer.ts';

const SAMPLE_LOCATION: Location = { latitude: 52.3731, longitude: 4.8926, accuracy: 8 };

/** The preview does not use the device's camera, location or files. */
const SampleEvidence = (props: AnswerInputProps): ReactNode => {
  const { field, data, save } = props;
  const { answer } = data;
  const { t } = useTranslation('preview');
  switch (field.type) {
    case 'photo': {
      const photos = Array.isArray(answer) ? (answer as string[]) : [];
      const hasMaxPhotos = photos.length >= (field.maxCount ?? workbookLimits.photos);
      return (
        <Sample
          value={photos.length > 0 && t('photos', { count: photos.length })}
          addLabel={!hasMaxPhotos && t('addPhoto')}
          onAdd={() => void save([...photos, crypto.randomUUID()])}
          onRemove={() => void save(photos.length === 1 ? null : photos.slice(0, -1))}
        />
      );
    }
    case 'signature':
    case 'file': {
      const [addLabel, value] =
        field.type === 'file' ? [t('addFile'), t('fileAdded')] : [t('sign'), t('signed')];
      return (
        <Sample
          value={answer !== null && value}
          addLabel={answer === null && addLabel}
          onAdd={() => void save(crypto.randomUUID())}
          onRemove={() => void save(null)}
        />
      );
    }
    case 'location':
      return (
        <LocationInput
          value={answer as Location | null}
          search={{ ...INACTIVE_SEARCH, start: () => void save(SAMPLE_LOCATION) }}
          onChange={(location) => void save(location)}
        />
      );
    case 'barcode':
      return <TextAnswer {...props} />;
  }
};

export const SAMPLE_COMPONENTS: QuestionComponents = { EvidenceInput: SampleEvidence };

const INACTIVE_SEARCH = { isActive: false, acceptBestLocation: () => {}, cancel: () => {} };

type SampleProps = {
  value: string | false;
  addLabel: string | false;
  onAdd: () => void;
  onRemove: () => void;
};

const Sample = ({ value, addLabel, onAdd, onRemove }: SampleProps) => {
  const { t } = useTranslation('preview');
  return (
    <div className={inputs.evidence}>
      {value && <output className={inputs.value}>{value}</output>}
      {addLabel && (
        <button type="button" className={inputs.add} onClick={onAdd}>
          <IconPlus aria-hidden />
          {addLabel}
        </button>
      )}
      {value && (
        <button type="button" className={inputs.small} onClick={onRemove}>
          {t('remove')}
        </button>
      )}
    </div>
  );
};
