import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FullScreenModal } from '#kit/FullScreenModal.tsx';
import { IconButton } from '#kit/IconButton.tsx';
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { useSteps } from '#kit/use-steps.ts';
import { BlobImage } from './BlobImage.tsx';
import classes from './LargePicture.module.css';

export type ViewablePicture = {
  id: string;
  name: string;
  /** 'remote': the picture is only on the server, which is currently unreachable. */
  source: Blob | 'loading' | 'remote';
};

export type LargePictureProps = {
  pictures: readonly ViewablePicture[];
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  onAnnotate?: (id: string) => void;
  onRemove?: (id: string) => void;
};

export const LargePicture = ({ pictures, openId, onOpen, onAnnotate, onRemove }: LargePictureProps) => {
  const { t } = useTranslation('evidence');
  const { index, step } = useSteps(
    pictures.map(({ id }) => id),
    openId,
    onOpen,
  );
  const picture = pictures[index];
  if (!picture) return null;
  const { id, name, source } = picture;
  const close = () => onOpen(undefined);
  const closeAndCall = (action: (id: string) => void) => () => {
    close();
    action(id);
  };
  return (
    <FullScreenModal
      onClose={close}
      title={name}
      closeLabel={t('close')}
      classNames={{ content: classes.content, body: classes.body, title: classes.title }}
    >
      <div className={classes.stage}>
        {source instanceof Blob && (
          <BlobImage key={id} source={source} alt={name} className={classes.picture} decoding="async" />
        )}
        {source === 'remote' && <Text p="md">{t('onServer')}</Text>}
      </div>
      <div className={classes.actions}>
        {pictures.length > 1 && (
          <div className={classes.steps}>
            <IconButton
              Icon={IconArrowLeft}
              label={t('previous')}
              disabled={index === 0}
              onClick={() => step(-1)}
            />
            <Text size="sm" role="status">
              {t('pictureOf', { number: index + 1, count: pictures.length })}
            </Text>
            <IconButton
              Icon={IconArrowRight}
              label={t('next')}
              disabled={index === pictures.length - 1}
              onClick={() => step(1)}
            />
          </div>
        )}
        {onAnnotate && source instanceof Blob && (
          <TouchButton
            variant="default"
            leftSection={<IconPencil size={24} aria-hidden />}
            onClick={closeAndCall(onAnnotate)}
          >
            {t('drawOn')}
          </TouchButton>
        )}
        {onRemove && (
          <TouchButton
            variant="default"
            leftSection={<IconTrash size={24} aria-hidden />}
            onClick={closeAndCall(onRemove)}
          >
            {t('remove')}
          </TouchButton>
        )}
      </div>
    </FullScreenModal>
  );
};
