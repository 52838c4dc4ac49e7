import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCloud } from '#kit/icons/icons.ts';
import { BlobImage } from './BlobImage.tsx';
import { LargePicture, type LargePictureProps } from './LargePicture.tsx';
import classes from './PictureStrip.module.css';

type Props = Omit<LargePictureProps, 'openId' | 'onOpen'>;

export const PictureStrip = ({ pictures, ...actions }: Props) => {
  const { t } = useTranslation('evidence');
  const [openId, setOpenId] = useState<string>();
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className={classes.strip} aria-label={t('pictures')}>
        {pictures.map(({ id, name, source }, index) => (
          <li key={id}>
            <button
              type="button"
              className={classes.open}
              aria-label={t('open', { name, number: index + 1, count: pictures.length })}
              onClick={() => setOpenId(id)}
            >
              {source instanceof Blob && (
                <BlobImage
                  source={source}
                  alt=""
                  className={classes.thumbnail}
                  loading="lazy"
                  decoding="async"
                />
              )}
              {source === 'remote' && <IconCloud size={32} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
      <LargePicture pictures={pictures} openId={openId} onOpen={setOpenId} {...actions} />
    </>
  );
};
