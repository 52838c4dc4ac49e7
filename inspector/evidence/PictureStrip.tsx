import { IconCloud } from '@tabler/icons-react';
import { useState } from 'react';
import { LargePicture } from './LargePicture.tsx';
import classes from './PictureStrip.module.css';
import type { ShownPicture } from './shown-picture.ts';
import { useObjectAddress } from './use-object-address.ts';
import { useEvidenceWords } from './words.ts';

/** Small pictures in a row that open large. What may be done with them is what is given. */
export const PictureStrip = ({
  pictures,
  onAnnotate,
  onRemove,
}: {
  pictures: readonly ShownPicture[];
  onAnnotate?: (id: string) => void;
  onRemove?: (id: string) => void;
}) => {
  const t = useEvidenceWords();
  const [shown, setShown] = useState<string>();
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className={classes.strip} aria-label={t('pictures')}>
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <button
              type="button"
              className={classes.open}
              aria-label={t('open', { name: picture.name, number: index + 1, count: pictures.length })}
              onClick={() => setShown(picture.id)}
            >
              {picture.source instanceof Blob && <Thumbnail source={picture.source} />}
              {picture.source === 'elsewhere' && <IconCloud size={32} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
      {pictures.some(({ id }) => id === shown) && (
        <LargePicture
          pictures={pictures}
          shown={shown}
          onShow={setShown}
          {...(onAnnotate && { onAnnotate })}
          {...(onRemove && { onRemove })}
        />
      )}
    </>
  );
};

const Thumbnail = ({ source }: { source: Blob }) => {
  const address = useObjectAddress(source);
  return <img className={classes.thumbnail} src={address} alt="" loading="lazy" decoding="async" />;
};
