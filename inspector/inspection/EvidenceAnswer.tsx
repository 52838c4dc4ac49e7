import type { ReactNode } from 'react';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { usePositionSearch } from '#inspector/position/use-position-search.ts';
import type { AnswerInputProps } from '#questions/answer-input.ts';
import { LocationInput, LocationSummary } from '#questions/LocationInput.tsx';
import type { Location } from '#workbook-engine/answer.ts';
import { CodeAnswer } from './CodeAnswer.tsx';
import { FileAnswer } from './FileAnswer.tsx';
import { PicturesAnswer } from './PicturesAnswer.tsx';
import { SignatureAnswer } from './SignatureAnswer.tsx';

export const EvidenceAnswer = (props: AnswerInputProps): ReactNode => {
  const { field, data, isReadOnly, save } = props;
  switch (field.type) {
    case 'photo':
      return (
        <PicturesAnswer
          ids={(data.answer ?? []) as string[]}
          pictureField={{ field: data.path, kind: 'photos' }}
          label={data.label}
          maxCount={field.maxCount ?? workbookLimits.photos}
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
      const location = data.answer as Location | null;
      return isReadOnly ? (
        location && <LocationSummary location={location} />
      ) : (
        <LocationAnswer {...{ location, save }} />
      );
    }
  }
};

type LocationAnswerProps = { location: Location | null } & Pick<AnswerInputProps, 'save'>;

const LocationAnswer = ({ location, save }: LocationAnswerProps) => {
  const onChange = (newLocation: Location | null) => void save(newLocation);
  return <LocationInput value={location} search={usePositionSearch(onChange)} onChange={onChange} />;
};
