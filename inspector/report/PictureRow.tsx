import { useObjectAddress } from '#inspector/evidence/use-object-address.ts';
import { captionLines } from '#report/word-upload.ts';
import { usePictures } from './pictures.ts';
import { useReportWords } from './words.ts';

/** Pictures side by side; a tap shows one as large as the screen. */
export const PictureRow = ({
  ids,
  label,
  isSignature = false,
}: {
  ids: readonly string[];
  /** What they are about. */
  label: string;
  isSignature?: boolean;
}) =>
  ids.length > 0 && (
    <ul className="report-pictures" data-signature={isSignature || undefined}>
      {ids.map((id) => (
        <li key={id}>
          <Picture id={id} label={label} />
        </li>
      ))}
    </ul>
  );

const NOTHING_KNOWN = { takenAt: null, position: null };

const Picture = ({ id, label }: { id: string; label: string }) => {
  const t = useReportWords();
  const { pictures, numbers, uploads, speech, onShow } = usePictures();
  const upload = uploads[id];
  const number = numbers.get(id);
  const name = number === undefined ? '' : speech.words.picture(number);
  const lines = captionLines(name, upload ?? NOTHING_KNOWN, speech);
  const bytes = pictures.get(id);
  if (!bytes)
    return (
      <p className="report-note">{[name, upload?.fileName, t('notHere')].filter(Boolean).join(' · ')}</p>
    );
  return (
    <figure>
      <button type="button" onClick={() => onShow(id)}>
        <Shown id={id} bytes={bytes} name={name === '' ? label : `${label}: ${name}`} />
      </button>
      {lines.join('') !== '' && <figcaption>{lines.join(', ')}</figcaption>}
    </figure>
  );
};

const Shown = ({ id, bytes, name }: { id: string; bytes: Blob; name: string }) => (
  <img data-picture={id} src={useObjectAddress(bytes)} alt={name} />
);
