import type { ReactNode } from 'react';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { LocationInput, Place } from '#inspector/evidence/LocationInput.tsx';
import type { AnswerInputProps } from '#questions/answer-input.ts';
import type { Location } from '#workbook-engine/answer.ts';
import { CodeAnswer } from './CodeAnswer.tsx';
import { FileAnswer } from './FileAnswer.tsx';
import { PicturesAnswer } from './PicturesAnswer.tsx';
import { SignatureAnswer } from './SignatureAnswer.tsx';

/** The inputs that use the camera, the position or the files of the device. */
export const EvidenceAnswer = (props: AnswerInputProps): ReactNode => {
  const { field, facts, isReadOnly, save } = props;
  switch (field.type) {
    case 'photo':
      return (
        <PicturesAnswer
          ids={(facts.answer ?? []) as string[]}
          pictureField={{ field: facts.path, of: 'photos' }}
          label={facts.label}
          max={field.maxCount ?? workbookLimits.photos}
          isReadOnly={isReadOnly}
        />
      );
    case 'signature':
      return <SignatureAnswer {...props} />;
    case 'file':
      return <FileAnswer {...props} />;
    case 'barcode':
      return <CodeAnswer {...props} />;
    case 'location': {
      const place = facts.answer as Location | null;
      if (isReadOnly) return place && <Place place={place} />;
      return <LocationInput value={place} onChange={(value) => void save(value)} />;
    }
  }
};
