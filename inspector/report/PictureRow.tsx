import { useTranslation } from 'react-i18next';
import { BlobImage } from '#inspector/evidence/BlobImage.tsx';
import { formatCaption } from '#report/format-upload.ts';
import { usePictures } from './pictures.ts';

type Props = { ids: readonly string[]; label: string; isSignature?: boolean };

export const PictureRow = ({ ids, label, isSignature = false }: Props) =>
  ids.length > 0 && (
    <ul className="report-pictures" data-signature={isSignature || undefined}>
      {ids.map((id) => (
        <li key={id}>
          <Picture id={id} label={label} />
        </li>
      ))}
    </ul>
  );

const NO_METADATA = { takenAt: null, position: null };

const Picture = ({ id, label }: { id: string; label: string }) => {
  const { t } = useTranslation('report-screen');
  const { pictures, pictureNumbers, uploads, format, onShow } = usePictures();
  const upload = uploads[id];
  const number = pictureNumbers.get(id);
  const name = number === undefined ? '' : format.t('picture', { number });
  const captionLines = formatCaption(name, upload ?? NO_METADATA, format);
  const bytes = pictures.get(id);
  if (!bytes)
    return (
      <p className="report-note">{[name, upload?.fileName, t('notHere')].filter(Boolean).join(' · ')}</p>
    );
  return (
    <figure>
      <button type="button" onClick={() => onShow(id)}>
        <BlobImage source={bytes} alt={name === '' ? label : `${label}: ${name}`} data-picture={id} />
      </button>
      {captionLines.join('') !== '' && <figcaption>{captionLines.join(', ')}</figcaption>}
    </figure>
  );
};
