import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FullScreenModal } from '#kit/FullScreenModal.tsx';
import { IconButton } from '#kit/IconButton.tsx';
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { useSteps } from '#kit/use-steps.ts';
import classes from './LargePicture.module.css';
import { useObjectUrl } from './use-object-url.ts';
import type { ViewablePicture } from './viewable-picture.ts';

type LargePictureProps = {
  pictures: readonly ViewablePicture[];
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  onAnnotate?: (id: string) => void;
  onRemove?: (id: string) => void;
};

/** A full-screen picture, with buttons for the previous and next pictures. */
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
        {source instanceof Blob && <Picture key={id} source={source} name={name} />}
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

const Picture = ({ source, name }: { source: Blob; name: string }) => (
  <img className={classes.picture} src={useObjectUrl(source)} alt={name} decoding="async" />
);
