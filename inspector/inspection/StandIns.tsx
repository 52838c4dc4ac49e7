import { IconCamera, IconMapPin, IconPaperclip, IconSignature, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Answer, Location } from '#workbook-engine/answer.ts';
import type { EvidenceProps } from './evidence-inputs.ts';
import classes from './inputs.module.css';
import { useKeptText } from './use-kept-text.ts';
import { useInspectionWords } from './words.ts';

// What gathers evidence with nothing but the controls of the browser.

const idsOf = (value: Answer): string[] =>
  Array.isArray(value) ? (value as string[]) : value ? [`${value}`] : [];

export const PhotoStandIn = (props: EvidenceProps) => {
  const t = useInspectionWords();
  const sign = <IconCamera aria-hidden />;
  return <Uploads {...props} sign={sign} word={t('addPhoto')} accept="image/*" isMany />;
};

export const SignatureStandIn = (props: EvidenceProps) => {
  const t = useInspectionWords();
  return <Uploads {...props} sign={<IconSignature aria-hidden />} word={t('sign')} accept="image/*" />;
};

export const FileStandIn = (props: EvidenceProps) => {
  const t = useInspectionWords();
  return <Uploads {...props} sign={<IconPaperclip aria-hidden />} word={t('addFile')} />;
};

type UploadsProps = EvidenceProps & { sign: ReactNode; word: string; accept?: string; isMany?: boolean };

const Uploads = ({ sign, word, accept, isMany = false, ...props }: UploadsProps) => {
  const { value, label, describedBy, isReadOnly, maxCount, onAnswer, addPicture, readPicture } = props;
  const t = useInspectionWords();
  const ids = idsOf(value);
  const without = (id: string) => {
    const others = ids.filter((each) => each !== id);
    return onAnswer(isMany && others.length > 0 ? others : null);
  };
  return (
    <div>
      {ids.length > 0 && (
        <ul className={classes.pictures}>
          {ids.map((id, place) => (
            <li key={id}>
              <Picture id={id} name={t('picture', { number: place + 1, label })} readPicture={readPicture} />
              {!isReadOnly && (
                <button
                  type="button"
                  className={classes.small}
                  aria-label={t('removePicture', { number: place + 1 })}
                  onClick={() => without(id)}
                >
                  <IconTrash size={20} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (isMany ? ids.length < maxCount : true) && (
        <label className={classes.add}>
          {sign}
          <span>{word}</span>
          <input
            type="file"
            accept={accept}
            aria-describedby={describedBy}
            className={classes.hidden}
            onChange={async ({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) await addPicture(file, file.name);
              currentTarget.value = '';
            }}
          />
        </label>
      )}
    </div>
  );
};

/** A picture that was made here; what is only on the server, or no picture, stands as a word. */
const Picture = ({
  id,
  name,
  readPicture,
}: { id: string; name: string } & Pick<EvidenceProps, 'readPicture'>) => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    void readPicture(id).then((bytes) => {
      if (!bytes?.type.startsWith('image/') || isGone) return;
      made = URL.createObjectURL(bytes);
      setAddress(made);
    });
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, readPicture]);
  return address ? (
    <img src={address} alt={name} className={classes.picture} />
  ) : (
    <span className={classes.picture}>{name}</span>
  );
};

export const LocationStandIn = ({ value, describedBy, isReadOnly, onAnswer }: EvidenceProps) => {
  const t = useInspectionWords();
  const [isLost, setLost] = useState(false);
  const place = value as Location | null;
  const measure = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setLost(false);
        void onAnswer({ latitude, longitude, accuracy });
      },
      () => setLost(true),
      { enableHighAccuracy: true, timeout: 30_000 },
    );
  return (
    <div>
      {place && (
        <output className={classes.value}>
          {place.latitude.toFixed(5)}, {place.longitude.toFixed(5)}
          {place.accuracy !== undefined && ` (± ${Math.ceil(place.accuracy)} m)`}
        </output>
      )}
      <p role="status" className={classes.refused}>
        {isLost && t('noLocation')}
      </p>
      {!isReadOnly && (
        <button type="button" className={classes.add} aria-describedby={describedBy} onClick={measure}>
          <IconMapPin aria-hidden />
          {t('here')}
        </button>
      )}
    </div>
  );
};

export const BarcodeStandIn = ({
  value,
  label,
  describedBy,
  isReadOnly,
  maxLength,
  onAnswer,
}: EvidenceProps) => {
  const id = useId();
  const { field } = useKeptText((value as string | null) ?? '', (text) =>
    onAnswer(text === '' ? null : text),
  );
  return (
    <input
      {...field}
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={isReadOnly}
      maxLength={maxLength}
      className={classes.text}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
};
