import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCloud } from '#kit/icons/icons.ts';
import { LargePicture } from './LargePicture.tsx';
import classes from './PictureStrip.module.css';
import type { ShownPicture } from './shown-picture.ts';
import { useObjectUrl } from './use-object-url.ts';

/** Thumbnails that open full screen. Without a callback, its action is not offered. */
export const PictureStrip = ({
  pictures,
  onAnnotate,
  onRemove,
}: {
  pictures: readonly ShownPicture[];
  onAnnotate?: (id: string) => void;
  onRemove?: (id: string) => void;
}) => {
  const { t } = useTranslation('evidence');
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
              {picture.source === 'on server' && <IconCloud size={32} aria-hidden />}
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
  const address = useObjectUrl(source);
  return <img className={classes.thumbnail} src={address} alt="" loading="lazy" decoding="async" />;
};
